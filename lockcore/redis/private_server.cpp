// SPDX-License-Identifier: MIT
#include "lockcore/redis/private_server.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/bytes.h"
#include "lockcore/redis/private_program.h"
#include "lockcore/redis/server_directory.h"

#include <QRegularExpression>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockcore {

namespace {

// Refuses a password: every user of the machine can read a process's arguments.
Result<void> checkArguments(const std::vector<std::string> &arguments)
{
    for (const auto &argument : arguments) {
        for (const auto *secret : {"--requirepass", "--masterauth", "--user", "--tls-key-file-pass", "--tls-client-key-file-pass"}) {
            if (asciiLower(argument).starts_with(secret))
                return systemFailure(std::string(secret) + " would show the secret to every user: put it into the configuration lines");
        }
    }
    return {};
}

Result<void> writeConfig(const std::string &directory, const std::string &more)
{
    const std::string text = "port 0\n"
                             "unixsocket \""
                             + socketFile(directory)
                             + "\"\n"
                               "unixsocketperm 700\n"
                               "dir \""
                             + directory
                             + "\"\n"
                               "daemonize no\n"
                               "supervised no\n"
                               "logfile \"\"\n"
                               "save \"\"\n"
                               "appendonly no\n"
                             + more + '\n';
    const FileDescriptor file(::open(configFile(directory).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return systemFailure("cannot write " + escaped(configFile(directory)), errno);
    return {};
}

// Has the server sent any answer except LOADING? With a password in the configuration the answer is NOAUTH.
bool answers(const std::string &path, Deadline deadline)
{
    const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    constexpr std::string_view ping = "PING\r\n";
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0
        || ::send(socket.get(), ping.data(), ping.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(ping.size()))
        return false;
    const auto answer = readUntil(Until::LineEnd, socket.get(), deadline).text;
    return answer.ends_with('\n') && !answer.starts_with("-LOADING");
}

// Removes passwords from the output: a server that complains about its settings prints them, and so may a program that is no redis-server.
std::string withoutPasswords(const std::string &text)
{
    static const QRegularExpression secret(QStringLiteral("(requirepass|masterauth)[ \\t]+[^\\s']+"));
    return QString::fromStdString(text).replace(secret, QStringLiteral("\\1 ***")).toStdString();
}

} // namespace

PrivateServer::PrivateServer(std::unique_ptr<PrivateProgram> program)
    : m_program(std::move(program))
{ }

PrivateServer::~PrivateServer() = default;

Result<std::unique_ptr<PrivateServer>> PrivateServer::start(PrivateServerOptions options)
{
    if (const auto checked = checkArguments(options.arguments); !checked)
        return checked.error();
    PrivateProgramOptions own;
    own.program = options.program;
    own.name = own.package = "redis-server";
    own.prepare = [config = options.config](const std::string &directory) { return writeConfig(directory, config); };
    own.arguments = [more = std::move(options.arguments)](const std::string &directory) {
        auto words = more;
        words.insert(words.begin(), configFile(directory));
        return words;
    };
    own.answers = [](const std::string &directory, Deadline deadline) { return answers(socketFile(directory), deadline); };
    own.cleaned = withoutPasswords;
    own.environment = std::move(options.environment);
    own.supervisor = std::move(options.supervisor);
    auto program = PrivateProgram::start(std::move(own));
    if (!program)
        return program.error();
    return std::unique_ptr<PrivateServer>(new PrivateServer(*std::move(program)));
}

Endpoint PrivateServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = socketFile(m_program->directory());
    return endpoint;
}

const std::string &PrivateServer::directory() const { return m_program->directory(); }

std::int64_t PrivateServer::pid() const { return m_program->pid(); }

Result<void> PrivateServer::kill() { return m_program->kill(); }

Result<void> PrivateServer::startAgain() { return m_program->startAgain(); }

void PrivateServer::removeData()
{
    std::error_code ignored;
    std::filesystem::remove(directory() + "/dump.rdb", ignored);
    std::filesystem::remove_all(directory() + "/appendonlydir", ignored);
}

} // namespace lockcore

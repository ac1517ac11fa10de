// SPDX-License-Identifier: MIT
#include "lockcore/redis/private_server.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/bytes.h"
#include "lockcore/process/supervisor.h"
#include "lockcore/redis/server_directory.h"

#include <QRegularExpression>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockcore {

struct PrivateServer::Private
{
    std::string directory;
    std::string program;
    Supervisor supervisor;
    pid_t server = -1;

    ~Private()
    {
        {
            const auto ending = std::move(supervisor);
        }
        removeServerDirectory(directory); // has an effect only if the supervisor was killed or never started
    }
};

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto startTimeout = std::chrono::seconds(5);

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

Error programFailure(const std::string &program, int error)
{
    // If PATH contains a folder that we may not enter, the search fails with EACCES, even if the program does not exist.
    const bool searched = program.find('/') == std::string::npos;
    if (error == ENOENT || (error == EACCES && searched))
        return systemFailure("the program " + escaped(program) + " is not installed: install the Debian package redis-server");
    return systemFailure("cannot run " + escaped(program), error);
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

std::string afterColon(const std::string &words)
{
    const bool isBlank = words.find_first_not_of(" \t\r\n") == words.npos;
    return isBlank ? ", and said nothing" : ":\n" + withoutPasswords(words);
}

Result<void> waitUntilReady(const std::string &directory, Supervisor &supervisor, Deadline deadline)
{
    while (SteadyClock::now() < deadline) {
        if (answers(socketFile(directory), deadline))
            return {};
        if (supervisor.waitForEnd(std::min(deadline, SteadyClock::now() + std::chrono::milliseconds(10))))
            return systemFailure("the private redis-server ended while it started" + afterColon(supervisor.lastWords(deadline)));
    }
    return systemFailure("the private redis-server did not answer within 5 s" + afterColon(logTail(directory)));
}

} // namespace

PrivateServer::PrivateServer(std::unique_ptr<Private> content)
    : d(std::move(content))
{ }

Result<std::unique_ptr<PrivateServer>> PrivateServer::start(PrivateServerOptions options)
{
    if (const auto checked = checkArguments(options.arguments); !checked)
        return checked.error();
    sweepServerDirectories();
    auto directory = makeServerDirectory();
    if (!directory)
        return directory.error();
    // From here on, if a step fails, the destructor removes all that exists already.
    std::unique_ptr<PrivateServer> server(new PrivateServer(std::make_unique<Private>()));
    auto &d = *server->d;
    d.directory = directory->path;
    if (const auto written = writeConfig(d.directory, options.config); !written)
        return written.error();
    std::vector<std::string> words = {"supervise", d.directory};
    words.insert(words.end(), options.environment.begin(), options.environment.end());
    words.push_back(options.program);
    words.insert(words.end(), options.arguments.begin(), options.arguments.end());
    auto supervisor = Supervisor::start(options.supervisor, std::move(words), std::move(directory->lock));
    if (!supervisor)
        return supervisor.error();
    d.supervisor = *std::move(supervisor);
    const auto deadline = SteadyClock::now() + startTimeout;
    d.program = options.program;
    if (const auto running = server->readStart(deadline); !running)
        return running.error();
    if (const auto ready = waitUntilReady(d.directory, d.supervisor, deadline); !ready)
        return ready.error();
    return server;
}

PrivateServer::~PrivateServer() = default;

Endpoint PrivateServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = socketFile(d->directory);
    return endpoint;
}

std::string PrivateServer::directory() const { return d->directory; }

std::int64_t PrivateServer::pid() const { return d->server; }

Result<void> PrivateServer::readStart(Deadline deadline)
{
    const auto redis = d->supervisor.readStart(deadline);
    if (redis.error != 0)
        return programFailure(d->program, redis.error);
    if (redis.pid < 0)
        return systemFailure("the supervisor of the private redis-server does not report");
    d->server = redis.pid;
    return {};
}

Result<void> PrivateServer::kill()
{
    d->server = -1;
    if (!d->supervisor.killProgram(SteadyClock::now() + startTimeout))
        return systemFailure("the supervisor of the private redis-server is gone");
    return {};
}

void PrivateServer::removeData()
{
    std::error_code ignored;
    std::filesystem::remove(d->directory + "/dump.rdb", ignored);
    std::filesystem::remove_all(d->directory + "/appendonlydir", ignored);
}

Result<void> PrivateServer::startAgain()
{
    if (!d->supervisor.startProgram())
        return systemFailure("the supervisor of the private redis-server is gone");
    return readStart(SteadyClock::now() + startTimeout);
}

} // namespace lockcore

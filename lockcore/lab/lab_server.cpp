// SPDX-License-Identifier: MIT
#include "lockcore/lab/lab_server.h"

#include "lockcore/redis/connection.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <csignal>

namespace lockcore {

namespace {

constexpr Milliseconds startTimeout{5000};
constexpr std::array<std::string_view, 5> allowedSettings = {"appendfsync", "appendonly", "hz", "maxmemory", "maxmemory-policy"};

Error refused(std::string text) { return {ErrorKind::Refused, std::move(text), "setting"}; }

bool isPlain(std::string_view value)
{
    return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
        return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

Result<std::string> configOf(const LabServerOptions &options, const std::string &password)
{
    std::string config = "requirepass " + password + "\nnotify-keyspace-events EA\nrepl-diskless-sync-delay 0\n";
    for (const auto &[name, value] : options.settings) {
        if (std::find(allowedSettings.begin(), allowedSettings.end(), name) == allowedSettings.end())
            return refused("a scenario cannot set " + escaped(name)
                           + "; it can set maxmemory, maxmemory-policy, appendonly, appendfsync and hz");
        if (!isPlain(value))
            return refused(name + " cannot be " + escaped(value));
        config += name + ' ' + value + '\n';
    }
    return config;
}

std::string randomPassword()
{
    std::array<std::uint32_t, 8> random{};
    QRandomGenerator::system()->fillRange(random.data(), random.size());
    return toHex({reinterpret_cast<const char *>(random.data()), sizeof random});
}

std::string lineOf(std::string_view info, std::string_view name)
{
    const auto begin = info.find(name);
    if (begin == std::string_view::npos)
        return {};
    info.remove_prefix(begin + name.size());
    return std::string(info.substr(0, info.find_first_of("\r\n")));
}

} // namespace

LabServer::LabServer(std::unique_ptr<PrivateServer> server, std::string password, bool appends, EventLoop &loop, Clock &clock)
    : m_server(std::move(server))
    , m_password(std::move(password))
    , m_appends(appends)
    , m_loop(loop)
    , m_clock(clock)
{ }

Result<std::unique_ptr<LabServer>> LabServer::start(LabServerOptions options, EventLoop &loop, Clock &clock)
{
    auto password = randomPassword();
    const auto config = configOf(options, password);
    if (!config)
        return config.error();
    const auto appendonly = options.settings.find("appendonly");
    PrivateServerOptions own;
    own.program = options.program;
    own.supervisor = options.supervisor;
    own.config = *config;
    auto server = PrivateServer::start(std::move(own));
    if (!server)
        return server.error();
    const bool appends = appendonly != options.settings.end() && appendonly->second == "yes";
    return std::unique_ptr<LabServer>(new LabServer(*std::move(server), std::move(password), appends, loop, clock));
}

Endpoint LabServer::endpoint() const
{
    auto endpoint = m_server->endpoint();
    endpoint.password = m_password;
    return endpoint;
}

Task<Result<Reply>> LabServer::command(Args words, int db)
{
    auto endpoint = this->endpoint();
    endpoint.db = db;
    ConnectionOptions options;
    options.name = "lockscope-lab";
    Connection connection(endpoint, options, m_loop, m_clock);
    if (const auto opened = co_await connection.open(); !opened)
        co_return opened.error();
    auto asked = connection.command(words);
    auto reply = co_await asked;
    if (reply.ok() && reply->isError())
        co_return reply->toError();
    co_return reply;
}

Task<Result<void>> LabServer::run(Args words, int db)
{
    auto asking = command(std::move(words), db);
    const auto reply = co_await asking;
    co_return reply.ok() ? Result<void>() : reply.error();
}

Task<Result<std::string>> LabServer::version()
{
    Args words{"INFO", "server"};
    auto asking = command(std::move(words));
    const auto info = co_await asking;
    if (!info)
        co_return info.error();
    const auto valkey = lineOf(info->text, "valkey_version:");
    co_return valkey.empty() ? "redis " + lineOf(info->text, "redis_version:") : "valkey " + valkey;
}

Task<Result<void>> LabServer::kill(Data data)
{
    if (data == Data::Kept && !m_appends) {
        Args save{"SAVE"};
        auto saving = run(std::move(save));
        if (const auto saved = co_await saving; !saved)
            co_return saved;
    }
    auto killed = m_server->kill();
    if (killed.ok() && data == Data::Lost)
        m_server->removeData();
    co_return killed;
}

Task<Result<void>> LabServer::startAgain()
{
    if (auto started = m_server->startAgain(); !started)
        co_return started;
    const auto end = m_clock.now() + startTimeout;
    while (m_clock.now() < end) {
        Args ping{"PING"};
        auto asking = run(std::move(ping));
        const auto pong = co_await asking;
        if (pong.ok())
            co_return pong;
        co_await m_clock.after(Milliseconds(2)); // it does not listen yet, or is loading
    }
    co_return Error{ErrorKind::Timeout, "the restarted server did not answer within 5 s", "start"};
}

void LabServer::pause() { signal(SIGSTOP); }

void LabServer::resume() { signal(SIGCONT); }

void LabServer::signal(int number)
{
    if (pid() > 0) // -1 would be every process of this user
        ::kill(static_cast<pid_t>(pid()), number);
}

Task<Result<void>> LabServer::flushScripts()
{
    Args words{"SCRIPT", "FLUSH"};
    return run(std::move(words));
}

Task<Result<void>> LabServer::flushDatabase(int db)
{
    Args words{"FLUSHDB"};
    return run(std::move(words), db);
}

} // namespace lockcore

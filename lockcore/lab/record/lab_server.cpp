// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/lab_server.h"

#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/resp/single_command.h"
#include "lockcore/lab/scenario/server_settings.h"

#include <QRandomGenerator>

#include <array>

namespace lockcore {

namespace {

constexpr Milliseconds startTimeout{5000};

Result<std::string> configOf(const LabServerOptions &options, const std::string &password)
{
    std::string config = "requirepass " + password + "\nnotify-keyspace-events EA\nrepl-diskless-sync-delay 0\n";
    if (options.replicaOfPort != 0)
        config += "masterauth " + password + "\nreplicaof 127.0.0.1 " + std::to_string(options.replicaOfPort) + '\n';
    for (const auto &[name, value] : options.settings) {
        if (auto mistake = settingMistake(name, value))
            return Error{ErrorKind::Refused, *std::move(mistake), "setting"};
        config += name + ' ' + value + '\n';
    }
    return config;
}

constexpr int mostNodePort = 55'535; // the other nodes reach it at a port that is 10,000 higher

// A replica takes over only when the script says so, and none changes its primary.
std::string nodeConfig(int port, const std::string &password)
{
    return "bind 127.0.0.1\nport " + std::to_string(port) + "\ncluster-enabled yes\ncluster-replica-validity-factor 0\n"
           + "cluster-replica-no-failover yes\ncluster-migration-barrier 100\nmasterauth " + password + '\n';
}

std::string randomPassword()
{
    std::array<std::uint32_t, 8> random{};
    QRandomGenerator::system()->fillRange(random.data(), random.size());
    return toHex({reinterpret_cast<const char *>(random.data()), sizeof random});
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
    auto password = options.password.empty() ? randomPassword() : options.password;
    const auto config = configOf(options, password);
    if (!config)
        return config.error();
    const auto appendonly = options.settings.find("appendonly");
    PrivateServerOptions own;
    own.program = options.program;
    own.supervisor = options.supervisor;
    const bool appends = appendonly != options.settings.end() && appendonly->second == "yes";
    for (int attempt = 1;; ++attempt) { // another program may take the free port before a node listens on it
        constexpr int mostAttempts = 5;
        const int port = options.cluster ? freeLoopbackPort(mostNodePort) : 0;
        own.config = options.cluster ? *config + nodeConfig(port, password) : *config;
        auto server = PrivateServer::start(own);
        if (!server && (!options.cluster || attempt == mostAttempts))
            return server.error();
        if (!server)
            continue;
        std::unique_ptr<LabServer> started(new LabServer(*std::move(server), std::move(password), appends, loop, clock));
        started->m_port = port;
        return started;
    }
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
    return singleCommand(std::move(endpoint), std::move(words), &m_loop, &m_clock);
}

Task<Result<void>> LabServer::run(Args words, int db)
{
    auto asking = command(std::move(words), db);
    const auto reply = co_await asking;
    co_return reply.ok() ? Result<void>() : reply.error();
}

Task<Result<std::string>> LabServer::version() { return versionOf(endpoint(), &m_loop, &m_clock); }

Task<Result<std::int64_t>> LabServer::replicationOffset()
{
    Args words{"INFO", "replication"};
    auto asking = command(std::move(words));
    const auto info = co_await asking;
    if (!info)
        co_return info.error();
    const bool follows = lineOfInfo(info->text, "role:") == "slave";
    const bool linked = lineOfInfo(info->text, "master_link_status:") == "up";
    const auto offset = parseInteger(lineOfInfo(info->text, follows ? "slave_repl_offset:" : "master_repl_offset:"));
    co_return follows && !linked ? -1 : offset.value_or(-1);
}

Task<Result<void>> LabServer::catchUpWith(LabServer *primary)
{
    auto asking = primary->replicationOffset();
    const auto all = co_await asking;
    if (!all)
        co_return all.error();
    const auto end = m_clock.now() + startTimeout;
    while (m_clock.now() < end) {
        auto looking = replicationOffset();
        const auto here = co_await looking;
        if (!here)
            co_return here.error();
        if (*here >= *all)
            co_return Result<void>();
        auto pause = m_clock.after(Milliseconds(2));
        co_await pause;
    }
    co_return Error{ErrorKind::Timeout, "the replica did not follow its primary within 5 s", "replica"};
}

Task<Result<void>> LabServer::becomePrimary()
{
    if (m_port != 0)
        return winElection();
    Args words{"REPLICAOF", "NO", "ONE"};
    return run(std::move(words));
}

// FORCE: the primary is dead, and need not agree. An election may fail, for example because another node does not know yet that this one
// is a replica.
Task<Result<void>> LabServer::winElection()
{
    const auto end = m_clock.now() + startTimeout;
    for (int look = 0; m_clock.now() < end; ++look) {
        constexpr int looksPerElection = 100;
        if (look % looksPerElection == 0) {
            Args words{"CLUSTER", "FAILOVER", "FORCE"};
            auto asking = command(std::move(words));
            [[maybe_unused]] const auto asked = co_await asking;
        }
        Args words{"ROLE"};
        auto asking = command(std::move(words));
        const auto role = co_await asking;
        if (!role)
            co_return role.error();
        if (!role->elements.empty() && role->elements.front().text == "master")
            co_return Result<void>();
        auto pause = m_clock.after(Milliseconds(5));
        co_await pause;
    }
    co_return Error{ErrorKind::Timeout, "the cluster did not elect the replica within 5 s", "replica"};
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

} // namespace lockcore

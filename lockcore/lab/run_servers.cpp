// SPDX-License-Identifier: MIT
#include "lockcore/lab/run_servers.h"

#include "lockcore/lab/poller.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

namespace {

constexpr std::int64_t operatorLink = -1;

std::set<std::string> locksOf(const Scenario &scenario)
{
    std::set<std::string> locks{scenario.lock};
    for (const auto &worker : scenario.workers)
        locks.insert(warmUpLock(worker.name));
    return locks;
}

} // namespace

RunServers::RunServers(RunContext &context)
    : m_context(context)
    , m_poller(std::make_unique<Poller>())
{ }

RunServers::~RunServers() = default;

Task<Result<void>> RunServers::start()
{
    for (std::int64_t i = 0; i < m_context.scenario.servers; ++i) {
        auto starting = start(i);
        if (const auto started = co_await starting; !started)
            co_return started;
    }
    auto asking = m_servers.front()->server().version();
    const auto version = co_await asking;
    if (!version)
        co_return version.error();
    m_version = *version;
    co_return Result<void>();
}

Task<Result<void>> RunServers::start(std::int64_t number)
{
    RunServer::Options options;
    options.server = {m_context.options.server, m_context.options.program, m_context.scenario.settings};
    options.looks = m_context.scenario.looks;
    options.locks = locksOf(m_context.scenario);
    options.own = m_context.options.command.empty();
    auto started = RunServer::start(std::move(options), m_context.loop, m_context.clock, *m_poller);
    if (!started && started.error().detail == "setting")
        co_return started.error();
    if (!started)
        co_return Error{ErrorKind::Transport, started.error().text, "server"};
    auto &server = *m_servers.emplace_back(*std::move(started));
    m_context.hide(server.server().password());
    server.turned = [this, number](const ServerTurn &turn) { turned(number, turn); };
    server.changed = [this, number](const std::vector<ElementChange> &changes) { changed(number, changes); };
    server.lost = [this](const Error &error) { m_context.stop(error); };
    auto opening = server.open();
    if (const auto opened = co_await opening; !opened)
        co_return opened;
    auto &link = m_operatorLinks.emplace_back(std::make_unique<WorkerLink>(server, operatorLink, 1));
    if (const auto port = link->listen(); !port)
        co_return port.error();
    co_return Result<void>();
}

Result<RunServers::Ways> RunServers::waysOf(const Incarnation &who)
{
    Ways ways;
    for (const auto &server : m_servers) {
        const auto id = static_cast<std::int64_t>(m_who.size()) + 1;
        m_who[id] = who;
        const auto seed = m_context.options.seed + static_cast<std::uint64_t>(id);
        auto &link = ways.links.emplace_back(std::make_unique<WorkerLink>(*server, id, seed));
        const auto port = link->listen();
        if (!port)
            return port.error();
        const auto &password = server->server().password();
        ways.addresses.push_back({"redis://:" + password + "@127.0.0.1:" + std::to_string(*port) + "/0", "127.0.0.1", *port, password, 0});
    }
    return ways;
}

const Incarnation *RunServers::whose(std::int64_t link) const
{
    const auto found = m_who.find(link);
    return found == m_who.end() ? nullptr : &found->second;
}

Task<Result<Reply>> RunServers::operate(std::int64_t server, Args words, std::function<void()> begins)
{
    const auto index = static_cast<std::size_t>(server);
    auto endpoint = Endpoint::parse("redis://127.0.0.1:" + std::to_string(m_operatorLinks[index]->port()));
    if (!endpoint)
        co_return endpoint.error();
    endpoint->password = m_servers[index]->server().password();
    ConnectionOptions options;
    options.name = "lockscope-operator";
    Connection connection(*endpoint, options, m_context.loop, m_context.clock);
    auto opening = connection.open();
    if (const auto opened = co_await opening; !opened)
        co_return opened.error();
    begins();
    auto asking = connection.command(words);
    auto reply = co_await asking;
    co_return reply;
}

} // namespace lockcore

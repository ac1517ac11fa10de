// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/run_servers.h"

#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/servers/etcd_operator.h"
#include "lockcore/lab/servers/line_question.h"
#include "lockcore/lab/servers/server_address.h"
#include "lockcore/lab/zookeeper/zookeeper_question.h"
#include "lockcore/process/poller.h"
#include "lockcore/redis/connection.h"
#include "lockcore/redis/url_text.h"

namespace lockcore {

namespace {

constexpr std::int64_t operatorLink = -1;

constexpr std::size_t mostKeys = 100'000;

std::set<std::string> locksOf(const RunContext &context)
{
    std::set<std::string> locks(context.locks.begin(), context.locks.end());
    for (const auto &worker : context.scenario.workers)
        locks.insert(context.warmUpLock(worker.name));
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
    const auto &scenario = m_context.scenario;
    const auto count = scenario.cluster ? static_cast<std::int64_t>(LabCluster::primaries) : scenario.servers;
    for (std::int64_t i = 0; i < count; ++i) {
        auto starting = start(i);
        if (const auto started = co_await starting; !started)
            co_return started;
    }
    if (scenario.cluster) {
        auto forming = formCluster();
        if (const auto formed = co_await forming; !formed)
            co_return formed;
    }
    auto asking = m_servers.front()->version();
    const auto version = co_await asking;
    if (!version)
        co_return version.error();
    m_version = *version;
    co_return Result<void>();
}

Task<Result<void>> RunServers::formCluster()
{
    const LabCluster::Operate operate = [this](std::size_t node, Args words) {
        return this->operate(static_cast<std::int64_t>(node), std::move(words), [] {});
    };
    m_cluster = std::make_unique<LabCluster>(m_servers, operate, m_context.clock);
    auto forming = m_cluster->form();
    co_return co_await forming;
}

std::int64_t RunServers::placeOf(std::int64_t server, const std::string &lock) const
{
    return m_cluster ? static_cast<std::int64_t>(m_cluster->nodeOf(m_servers.front()->keyOf(lock))) : server;
}

Endpoint RunServers::endpoint() const { return m_cluster ? m_cluster->endpoint() : m_servers.front()->endpoint(); }

RunServer::Options RunServers::optionsOfAll() const
{
    RunServer::Options options;
    options.store = m_context.scenario.store;
    options.cluster = m_context.scenario.cluster;
    options.server.cluster = options.cluster;
    options.server.password = m_password;
    options.server.program = m_context.options.server.empty() ? std::string(programOf(options.store)) : m_context.options.server;
    options.server.supervisor = m_context.options.program;
    options.server.settings = m_context.scenario.settings;
    options.looks = m_context.scenario.looks;
    options.locks = locksOf(m_context);
    options.own = m_context.options.command.empty();
    options.replica = m_context.scenario.replicas > 0 || options.cluster;
    options.foreign = m_context.options.foreign;
    return options;
}

Task<Result<void>> RunServers::start(std::int64_t number)
{
    auto started = RunServer::start(optionsOfAll(), m_context.loop, m_context.clock, *m_poller);
    if (!started && started.error().detail == "setting")
        co_return started.error();
    if (!started)
        co_return Error{ErrorKind::Transport, started.error().text, "server"};
    auto &server = *m_servers.emplace_back(*std::move(started));
    if (m_context.scenario.cluster) {
        m_password = server.endpoint().password;
        number = 0;
    }
    m_context.hide(server.endpoint().password);
    m_context.hide(percentEncoded(server.endpoint().password));
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
        ways.addresses.push_back(addressOf(server->store(), server->endpoint(), *port));
    }
    if (!m_cluster)
        return ways;
    std::vector<int> ports;
    for (const auto &link : ways.links)
        ports.push_back(link->port());
    for (const auto &link : ways.links)
        link->leadTo(m_cluster->gates(ports));
    return ways;
}

const Incarnation *RunServers::whose(std::int64_t link) const
{
    const auto found = m_who.find(link);
    return found == m_who.end() ? nullptr : &found->second;
}

bool RunServers::nameKey(const Bytes &key, const std::string &lock)
{
    bool shows = true;
    for (const auto &server : m_servers)
        shows = server->nameKey(key, lock) && shows;
    return shows;
}

void RunServers::noteKeys(const std::vector<Bytes> &keys)
{
    if (m_context.options.foreign && m_keys.size() < mostKeys)
        m_keys.insert(keys.begin(), keys.end());
}

Task<Result<void>> RunServers::cleanUp()
{
    constexpr std::size_t atOnce = 1000;
    Args words{"UNLINK"};
    for (const auto &key : std::exchange(m_keys, {})) {
        if (key.find(m_context.prefix) != Bytes::npos) // a key without the run's prefix belongs to others
            words.push_back(key);
        if (words.size() <= atOnce)
            continue;
        auto removing = m_servers.front()->command(std::exchange(words, {"UNLINK"}), m_servers.front()->endpoint().db);
        if (const auto removed = co_await removing; !removed)
            co_return removed.error();
    }
    if (words.size() == 1)
        co_return Result<void>();
    auto removing = m_servers.front()->command(std::move(words), m_servers.front()->endpoint().db);
    const auto removed = co_await removing;
    co_return removed.ok() ? Result<void>() : removed.error();
}

Task<Result<Reply>> RunServers::operate(std::int64_t server, Args words, std::function<void()> begins)
{
    const auto index = static_cast<std::size_t>(server);
    if (m_context.scenario.store == Store::Etcd) {
        begins();
        const int port = m_servers[index]->endpoint().port;
        auto deleting = words.size() > 1 ? deleteHolding(port, words[1], m_poller.get()) : deleteEverything(port, m_poller.get());
        const auto deleted = co_await deleting;
        co_return deleted.ok() ? Result<Reply>(Reply::status("OK")) : deleted.error();
    }
    if (m_context.scenario.store == Store::Zookeeper) {
        auto deleting = zookeeperDelete(m_operatorLinks[index]->port(), words.back(), std::move(begins), m_poller.get());
        const auto answer = co_await deleting;
        co_return answer.ok() ? Result<Reply>(Reply::status(*answer)) : answer.error();
    }
    if (m_context.scenario.store != Store::Redis) {
        Bytes line;
        for (const auto &word : words)
            line += (line.empty() ? "" : " ") + word;
        begins();
        auto asking = lineAnswer(m_operatorLinks[index]->port(), line + "\r\n", m_poller.get());
        const auto answer = co_await asking;
        co_return answer.ok() ? Result<Reply>(Reply::status(*answer)) : answer.error();
    }
    auto endpoint = Endpoint::parse("redis://127.0.0.1:" + std::to_string(m_operatorLinks[index]->port()));
    if (!endpoint)
        co_return endpoint.error();
    endpoint->password = m_servers[index]->endpoint().password;
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

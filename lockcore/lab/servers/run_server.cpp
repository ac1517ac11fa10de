// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/run_server.h"

#include "lockcore/lab/etcd/etcd_server.h"
#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/gate/replication_relay.h"
#include "lockcore/lab/memcached/memcached_record.h"
#include "lockcore/lab/memcached/memcached_server.h"
#include "lockcore/lab/record/key_book.h"
#include "lockcore/lab/record/no_record.h"
#include "lockcore/lab/resp/single_command.h"
#include "lockcore/lab/servers/server_way.h"
#include "lockcore/lab/zookeeper/zookeeper_record.h"
#include "lockcore/lab/zookeeper/zookeeper_server.h"

namespace lockcore {

Result<std::unique_ptr<RunServer>> RunServer::start(Options options, EventLoop &loop, Clock &clock, Poller &poller)
{
    std::unique_ptr<RunServer> server(new RunServer(std::move(options), loop, clock, poller));
    const auto started = server->m_options.foreign ? server->leadToForeign() : server->startPrimary();
    if (!started)
        return started.error();
    return server;
}

RunServer::RunServer(Options options, EventLoop &loop, Clock &clock, Poller &poller)
    : m_options(std::move(options))
    , m_loop(loop)
    , m_clock(clock)
    , m_poller(poller)
    , m_book(std::make_unique<KeyBook>(m_options.locks, m_options.own))
{ }

RunServer::~RunServer() = default;

Result<void> RunServer::leadToForeign()
{
    auto way = ServerWay::open(*m_options.foreign);
    if (!way)
        return way.error();
    m_primary.way = *std::move(way);
    const ServerRecord::Options nothing{false, false, false};
    m_primary.gated = std::make_unique<GatedServer>(m_primary.way->endpoint(), nothing, m_clock, m_poller);
    listenTo(*m_primary.gated);
    return {};
}

Result<void> RunServer::startPrimary()
{
    auto primary = startStore();
    if (!primary)
        return primary.error();
    m_primary = *std::move(primary);
    return m_options.replica ? startReplica() : Result<void>();
}

Result<RunServer::Member> RunServer::startStore()
{
    switch (m_options.store) {
    case Store::Redis: break;
    case Store::Memcached: return startMemcached();
    case Store::Etcd: return startEtcd();
    case Store::Zookeeper: return startZookeeper();
    }
    return startMember(m_options.server);
}

Result<RunServer::Member> RunServer::startMember(const LabServerOptions &options)
{
    auto server = LabServer::start(options, m_loop, m_clock);
    if (!server)
        return server.error();
    Member member;
    member.redis = server->get();
    member.server = *std::move(server);
    if (m_options.cluster)
        m_ports.insert(member.redis->port());
    const ServerRecord::Options record{true, m_options.looks, m_options.cluster};
    member.gated = std::make_unique<GatedServer>(member.server->endpoint(), record, m_clock, m_poller);
    listenTo(*member.gated);
    return member;
}

Result<RunServer::Member> RunServer::startMemcached()
{
    auto server = MemcachedServer::start(m_options.server.program, m_options.server.supervisor, m_clock);
    if (!server)
        return server.error();
    auto record = std::make_unique<MemcachedRecord>((*server)->endpoint(), m_poller);
    return behindGates(*std::move(server), std::move(record), memcachedProtocol());
}

Result<RunServer::Member> RunServer::startEtcd()
{
    auto server = EtcdServer::start(m_options.server.program, m_options.server.supervisor, m_clock);
    if (!server)
        return server.error();
    auto record = std::make_unique<NoRecord>((*server)->endpoint(), m_poller);
    return behindGates(*std::move(server), std::move(record), opaqueProtocol());
}

Result<RunServer::Member> RunServer::startZookeeper()
{
    auto server = ZookeeperServer::start(m_options.server.program, m_options.server.supervisor, m_clock);
    if (!server)
        return server.error();
    auto record = std::make_unique<ZookeeperRecord>((*server)->endpoint(), (*server)->logDirectory(), m_poller);
    return behindGates(*std::move(server), std::move(record), zookeeperProtocol());
}

RunServer::Member RunServer::behindGates(std::unique_ptr<StoreServer> server, std::unique_ptr<StoreRecord> record,
                                         const GateProtocol &protocol)
{
    Member member;
    member.server = std::move(server);
    member.gated = std::make_unique<GatedServer>(std::move(record), protocol, m_clock, m_poller);
    listenTo(*member.gated);
    return member;
}

bool RunServer::nameKey(const Bytes &key, const std::string &lock) { return m_book->nameKey(key, lock); }

Bytes RunServer::keyOf(const std::string &lock) const { return m_book->keyOf(lock); }

Bytes RunServer::holderOf(const std::string &lock) const { return m_primary.gated->record().holderOf(keyOf(lock)); }

const Endpoint &RunServer::endpoint() const { return m_primary.gated->endpoint(); }

std::int64_t RunServer::pid() const { return m_primary.server ? m_primary.server->pid() : -1; }

Task<Result<Reply>> RunServer::command(Args words, int db)
{
    auto to = endpoint();
    to.db = db;
    return singleCommand(std::move(to), std::move(words), &m_loop, &m_clock);
}

Task<Result<std::string>> RunServer::version()
{
    return m_primary.server ? m_primary.server->version() : versionOf(endpoint(), &m_loop, &m_clock);
}

void RunServer::listenTo(GatedServer &gated)
{
    QObject::connect(&gated, &GatedServer::turnEnded, &gated, [this](const TurnReport &report) { take(report); });
    QObject::connect(&gated.record(), &StoreRecord::changed, &gated, [this](const KeyChange &change) {
        const auto changes = changesOf(change, 0);
        if (changed && !changes.empty())
            changed(changes);
    });
    QObject::connect(&gated.record(), &StoreRecord::lost, &gated, [this, of = &gated](const Error &error) {
        if (lost && !m_restarting && of == m_primary.gated.get())
            lost(error);
    });
}

void RunServer::take(const TurnReport &report)
{
    ServerTurn turn;
    turn.link = report.request.gate;
    turn.words = report.commands.size() == 1 ? report.commands.front() : report.request.words;
    turn.known = report.fate != Fate::Unknown;
    turn.reply = report.reply;
    for (const auto &change : report.changes) {
        if (leavesWith(report)) {
            giveAway(change);
            continue;
        }
        auto changes = changesOf(change, turn.link);
        turn.changes.insert(turn.changes.end(), changes.begin(), changes.end());
    }
    if (turned)
        turned(turn);
}

Task<Result<void>> RunServer::open()
{
    auto opening = gated().open();
    auto opened = co_await opening;
    if (opened.ok() && !m_options.cluster) {
        auto following = follow();
        opened = co_await following;
    }
    co_return opened;
}

Task<Result<void>> RunServer::follow()
{
    if (!m_replica.redis)
        co_return Result<void>();
    auto following = m_replica.redis->catchUpWith(&redis());
    co_return co_await following;
}

Task<Result<void>> RunServer::restart(StoreServer::Data data)
{
    m_restarting = true;
    auto killing = server().kill(data);
    auto done = co_await killing;
    if (done.ok() && data == StoreServer::Data::Lost && changed) {
        auto gone = gated().record().endAll(entry::KeyEvent::LostByServer);
        changed(gone.empty() ? m_book->endAll(entry::KeyEvent::LostByServer) : withLocks(std::move(gone)));
    }
    if (done.ok()) {
        auto starting = server().startAgain();
        done = co_await starting;
    }
    if (done.ok()) {
        auto opening = gated().open();
        done = co_await opening;
    }
    m_restarting = false;
    co_return done;
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/lab/run_server.h"

#include "lockcore/lab/gate.h"
#include "lockcore/lab/key_book.h"
#include "lockcore/lab/replication_relay.h"
#include "lockcore/lab/server_way.h"
#include "lockcore/lab/single_command.h"

namespace lockcore {

namespace {

// KEYS[1] has the element ARGV[1].
constexpr std::string_view hasElement = R"lua(
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'string' then return redis.call('GET', KEYS[1]) == ARGV[1] and 1 or 0 end
if kind == 'hash' then return redis.call('HEXISTS', KEYS[1], ARGV[1]) end
return redis.call('EXISTS', KEYS[1])
)lua";

} // namespace

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
    const ServerRecord::Options nothing{false, false};
    m_primary.gated = std::make_unique<GatedServer>(m_primary.way->endpoint(), nothing, m_clock, m_poller);
    listenTo(*m_primary.gated);
    return {};
}

Result<void> RunServer::startPrimary()
{
    auto primary = startMember(m_options.server);
    if (!primary)
        return primary.error();
    m_primary = *std::move(primary);
    return m_options.replica ? startReplica() : Result<void>();
}

Result<RunServer::Member> RunServer::startMember(const LabServerOptions &options)
{
    auto server = LabServer::start(options, m_loop, m_clock);
    if (!server)
        return server.error();
    Member member;
    member.server = *std::move(server);
    member.gated =
        std::make_unique<GatedServer>(member.server->endpoint(), ServerRecord::Options{true, m_options.looks}, m_clock, m_poller);
    listenTo(*member.gated);
    return member;
}

Result<void> RunServer::startReplica()
{
    m_relay = std::make_unique<ReplicationRelay>(endpoint().path);
    const auto port = m_relay->listen();
    if (!port)
        return port.error();
    auto options = m_options.server;
    options.password = endpoint().password;
    options.replicaOfPort = *port;
    auto replica = startMember(options);
    if (!replica)
        return replica.error();
    m_replica = *std::move(replica);
    return {};
}

const Endpoint &RunServer::endpoint() const { return m_primary.gated->endpoint(); }

std::int64_t RunServer::pid() const { return m_primary.server ? m_primary.server->pid() : -1; }

Task<Result<Reply>> RunServer::command(Args words, int db)
{
    auto to = endpoint();
    to.db = db;
    return singleCommand(std::move(to), std::move(words), &m_loop, &m_clock);
}

Task<Result<std::string>> RunServer::version() { return versionOf(endpoint(), &m_loop, &m_clock); }

void RunServer::listenTo(GatedServer &gated)
{
    QObject::connect(&gated, &GatedServer::turnEnded, &gated, [this](const TurnReport &report) { take(report); });
    QObject::connect(&gated.record(), &ServerRecord::changed, &gated, [this](const KeyChange &change) {
        const auto changes = m_book->take(change, 0);
        if (changed && !changes.empty())
            changed(changes);
    });
    QObject::connect(&gated.record(), &ServerRecord::lost, &gated, [this, of = &gated](const Error &error) {
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
    for (const auto &change : report.changes) {
        auto changes = m_book->take(change, turn.link);
        turn.changes.insert(turn.changes.end(), changes.begin(), changes.end());
    }
    if (turned)
        turned(turn);
}

Task<Result<void>> RunServer::open()
{
    auto opening = gated().open();
    auto opened = co_await opening;
    if (opened.ok() && m_replica.server) {
        auto following = m_replica.server->catchUpWith(&server());
        opened = co_await following;
    }
    co_return opened;
}

Task<Result<void>> RunServer::restart(LabServer::Data data)
{
    m_restarting = true;
    auto killing = server().kill(data);
    auto done = co_await killing;
    if (done.ok() && data == LabServer::Data::Lost && changed)
        changed(m_book->endAll(entry::KeyEvent::LostByServer));
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

void RunServer::cutReplication() { m_relay.reset(); }

Task<Result<void>> RunServer::promote()
{
    m_restarting = true;
    auto handing = handOver();
    auto done = co_await handing;
    m_restarting = false;
    co_return done;
}

Task<Result<void>> RunServer::handOver()
{
    if (!m_replica.server)
        co_return Error{ErrorKind::Refused, "there is no replica that could be promoted", "replica"};
    Result<void> done;
    if (m_relay) {
        auto following = m_replica.server->catchUpWith(&server());
        done = co_await following;
    }
    if (done.ok()) {
        auto killing = server().kill(LabServer::Data::Lost);
        done = co_await killing;
    }
    if (!done)
        co_return done;
    m_relay.reset();
    m_former.push_back(std::exchange(m_primary, std::exchange(m_replica, {})));
    auto promoting = server().becomePrimary();
    done = co_await promoting;
    if (done.ok()) {
        auto opening = gated().open();
        done = co_await opening;
    }
    if (!done)
        co_return done;
    auto comparing = missing();
    const auto gone = co_await comparing;
    if (!gone)
        co_return gone.error();
    if (changed && !gone->empty())
        changed(*gone);
    for (auto *gate : m_gates)
        gate->leadTo(gated());
    co_return done;
}

// What the former primary had, and this one has not.
Task<Result<std::vector<ElementChange>>> RunServer::missing()
{
    std::vector<ElementChange> gone;
    const auto elements = m_book->elements();
    for (const auto &[id, mark] : elements) {
        Args words{"EVAL", Bytes(hasElement), "1", id.key, mark};
        auto asking = command(std::move(words), id.db);
        const auto has = co_await asking;
        if (!has)
            co_return has.error();
        if (has->toInteger().value_or(0) == 0)
            gone.push_back(m_book->end(id, mark, entry::KeyEvent::LostByServer));
    }
    co_return gone;
}

} // namespace lockcore

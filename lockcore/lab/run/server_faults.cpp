// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/server_faults.h"

#include "lockcore/lab/gate/gated_server.h"
#include "lockcore/lab/servers/etcd_operator.h"

namespace lockcore {

namespace {

// On etcd, the key of each holding is another one.
Bytes operatorsKey(const std::string &lock, const RunServer &place)
{
    return place.store() == Store::Etcd ? prefixOfHolding(place.keyOf(lock), lock) : place.holderOf(lock);
}

} // namespace

ServerFaults::ServerFaults(RunContext &context, RunServers &servers, ServerNotes &notes)
    : m_context(context)
    , m_servers(servers)
    , m_notes(notes)
    , m_acting(context.loop)
{ }

// Faults of one server act one after the other: an absent server receives no command. Only a pause, which does not end by itself, can be
// ended immediately.
void ServerFaults::act(const Fault &fault)
{
    auto &waiting = m_waiting[fault.server];
    const bool resumes = fault.action == Action::ResumeServer && waiting.empty();
    if (m_busy.contains(fault.server) && !resumes)
        waiting.push_back(fault);
    else
        begin(fault);
}

void ServerFaults::begin(const Fault &fault)
{
    using enum entry::ServerFault;
    const auto faulted = [&](entry::ServerFault what) { return entry::ServerFaulted{fault.server, what}; };
    const auto lock = m_context.lockNamed(fault.lock);
    auto &place = m_servers.at(m_servers.placeOf(fault.server, lock));
    const bool isRedis = m_context.scenario.store == Store::Redis;
    switch (fault.action) {
    case Action::RestartServer: return leave(fault.server, restart(fault.server, StoreServer::Data::Kept));
    case Action::WipeServer: return leave(fault.server, restart(fault.server, StoreServer::Data::Lost));
    case Action::PauseServer:
        m_paused.insert(fault.server);
        ++m_absences;
        m_context.log.add(faulted(Stopped));
        return place.server().pause();
    case Action::ResumeServer: return resume(fault.server);
    case Action::FlushDatabase:
        return begin(fault.server, operate(fault.server, lock, {isRedis ? "FLUSHDB" : "flush_all"}, faulted(Flushed)));
    case Action::FlushScripts: return begin(fault.server, operate(fault.server, lock, {"SCRIPT", "FLUSH"}, faulted(ScriptsFlushed)));
    case Action::ForceRelease:
        return begin(fault.server, operate(fault.server, lock, {isRedis ? "DEL" : "delete", operatorsKey(lock, place)},
                                           entry::Operated{lock, isRedis ? "DEL" : "DELETE"}));
    case Action::FillMemory: return begin(fault.server, fillMemory(fault.server, lock));
    case Action::CutReplication: m_context.log.add(faulted(ReplicationCut)); return place.cutReplication();
    case Action::PromoteReplica: return leave(fault.server, promote(fault.server, lock));
    case Action::BeginSlotMove: return begin(fault.server, move(fault.server, place.keyOf(lock)));
    case Action::EndSlotMove: return begin(fault.server, move(fault.server, std::nullopt));
    default: return;
    }
}

void ServerFaults::begin(std::int64_t server, Task<void> acting)
{
    m_busy.insert(server);
    m_acting.start(std::move(acting));
}

void ServerFaults::end(std::int64_t server)
{
    m_busy.erase(server);
    while (!m_waiting[server].empty() && !m_busy.contains(server)) { // a fault that begins may end immediately, and with it the run
        const auto next = m_waiting[server].front();
        m_waiting[server].pop_front();
        begin(next);
    }
}

void ServerFaults::leave(std::int64_t server, Task<void> returning)
{
    ++m_absences;
    m_away.insert(server);
    begin(server, std::move(returning));
}

void ServerFaults::comeBack(std::int64_t server, const Result<void> &done)
{
    m_notes.end(server);
    m_away.erase(server);
    m_paused.erase(server);
    if (!done)
        m_context.stop(done.error());
    m_context.happenings.happen(Happening::ServerBack);
    end(server);
    tellWhoWaits();
}

Waiting<void> ServerFaults::whenAllServe()
{
    auto waiting = m_waitingForAll.emplace_back().waiting();
    tellWhoWaits();
    return waiting;
}

void ServerFaults::tellWhoWaits()
{
    if (!allServe())
        return;
    for (auto &waiter : std::exchange(m_waitingForAll, {}))
        waiter.complete();
}

bool ServerFaults::canAct(const Fault &fault) const
{
    if (m_context.options.foreign || m_busy.contains(fault.server))
        return false;
    return m_paused.contains(fault.server) == (fault.action == Action::ResumeServer);
}

void ServerFaults::resume(std::int64_t server)
{
    m_paused.erase(server);
    for (std::size_t i = 0; i < m_servers.size(); ++i) { // of a cluster, whichever node is paused
        if (const auto node = static_cast<std::int64_t>(i); m_servers.numberOf(node) == server)
            m_servers.at(node).server().resume();
    }
    m_context.log.add(entry::ServerFaulted{server, entry::ServerFault::Continued});
    tellWhoWaits();
}

Task<void> ServerFaults::heal()
{
    m_waiting.clear();
    for (const auto server : std::set(m_paused))
        resume(server);
    co_await m_acting.whenIdle();
}

Task<void> ServerFaults::restart(std::int64_t server, StoreServer::Data data)
{
    using enum entry::ServerFault;
    m_notes.begin(server, {server, data == StoreServer::Data::Kept ? RestartedWithData : RestartedWithoutData});
    auto restarting = m_servers.at(server).restart(data);
    const auto restarted = co_await restarting;
    comeBack(server, restarted);
}

Task<void> ServerFaults::promote(std::int64_t server, std::string lock)
{
    m_notes.begin(server, {server, entry::ServerFault::Promoted});
    auto promoting = m_servers.at(m_servers.placeOf(server, lock)).promote();
    const auto promoted = co_await promoting;
    comeBack(server, promoted);
}

// Without a key: the slot that is on its way arrives.
Task<void> ServerFaults::move(std::int64_t server, std::optional<Bytes> key)
{
    auto *const cluster = m_servers.cluster();
    auto moving = key ? cluster->beginMove(*key) : cluster->endMove();
    const auto moved = co_await moving;
    if (moved) {
        m_context.log.add(entry::ServerFaulted{server, key ? entry::ServerFault::SlotMoving : entry::ServerFault::SlotMoved});
        m_context.happenings.happen(key ? Happening::SlotMoving : Happening::SlotMoved);
    } else {
        m_context.stop(moved.error());
    }
    end(server);
}

Task<void> ServerFaults::operate(std::int64_t server, std::string lock, Args words, What what)
{
    // Where commands are not known, its own is not either: it is written down before it is sent.
    const bool isSeen = m_servers.at(server).gated().protocol().aims();
    const std::function<void()> begins = [this, what, isSeen] {
        if (isSeen)
            m_notes.expect(what);
        else
            m_context.log.add(what);
    };
    auto operating = m_servers.operate(m_servers.placeOf(server, lock), std::move(words), begins);
    const auto operated = co_await operating;
    if (!operated)
        m_context.stop(operated.error());
    else if (operated->isError()) // then it has not happened, and a verdict would be about another run
        m_context.stop(operated->toError());
    end(server);
}

Task<void> ServerFaults::fillMemory(std::int64_t server, std::string lock)
{
    constexpr int mostFillers = 2000;
    const std::string filler(16 * 1024, 'x');
    m_notes.begin(server, {server, entry::ServerFault::MemoryLimited});
    const auto before = m_notes.holdings(lock);
    const auto latest = m_context.clock.now() + m_context.scenario.limit; // the server may never evict the lock
    for (int i = 0; i < mostFillers && m_notes.holdings(lock) >= before && m_context.clock.now() < latest; ++i) {
        Args words{"SET", "filler:" + std::to_string(i), filler};
        auto asking = m_servers.at(server).redis().command(std::move(words));
        const auto asked = co_await asking;
        if (!asked)
            break; // the memory is full, and the server evicts nothing
    }
    if (m_notes.holdings(lock) < before) { // leave room for later commands, even if a buffer has grown meanwhile
        auto asking = m_servers.at(server).redis().command({"DEL", "filler:0", "filler:1", "filler:2", "filler:3"});
        if (const auto freed = co_await asking; !freed)
            m_context.stop(freed.error());
    }
    m_notes.end(server);
    m_context.happenings.happen(Happening::ServerFull);
    end(server);
}

} // namespace lockcore

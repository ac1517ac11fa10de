// SPDX-License-Identifier: MIT
// A server of a run and the replica that can take its place.
#include "lockcore/lab/servers/run_server.h"

#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/gate/replication_relay.h"
#include "lockcore/lab/record/key_book.h"
#include "lockcore/lab/servers/server_way.h"

namespace lockcore {

namespace {

// Returns whether KEYS[1] has the element ARGV[1].
constexpr std::string_view hasElement = R"lua(
local kind = redis.call('TYPE', KEYS[1]).ok
if ARGV[1] == '' then return redis.call('EXISTS', KEYS[1]) end
if kind == 'string' then return redis.call('GET', KEYS[1]) == ARGV[1] and 1 or 0 end
if kind == 'hash' then return redis.call('HEXISTS', KEYS[1], ARGV[1]) end
return redis.call('EXISTS', KEYS[1])
)lua";

} // namespace

Result<void> RunServer::startReplica()
{
    m_relay = std::make_unique<ReplicationRelay>(endpoint().path);
    const auto port = m_relay->listen();
    if (!port)
        return port.error();
    auto options = m_options.server;
    options.password = endpoint().password;
    if (m_options.cluster)
        m_ports.insert(*port);
    else
        options.replicaOfPort = *port;
    auto replica = startMember(options);
    if (!replica)
        return replica.error();
    m_replica = *std::move(replica);
    return {};
}

void RunServer::cutReplication() { m_relay.reset(); }

int RunServer::relayPort() const { return m_relay ? m_relay->port() : 0; }

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
    if (!m_replica.redis)
        co_return Error{ErrorKind::Refused, "there is no replica that could be promoted", "replica"};
    Result<void> done;
    if (m_relay) {
        auto following = m_replica.redis->catchUpWith(&redis());
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
    auto promoting = redis().becomePrimary();
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

// The elements that the former primary had and this one does not have.
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
        if (has->toInteger().value_or(0) != 0)
            continue;
        if (auto lost = m_book->end(id, mark, entry::KeyEvent::LostByServer)) // the element may have expired meanwhile
            gone.push_back(*std::move(lost));
    }
    co_return gone;
}

} // namespace lockcore

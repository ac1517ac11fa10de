// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gated_server.h"

namespace lockcore {

GatedServer::GatedServer(Endpoint endpoint, ServerRecord::Options options, Clock &clock, Poller &poller)
    : m_clock(clock)
    , m_poller(poller)
    , m_record(std::move(endpoint), options, poller)
{ }

GatedServer::~GatedServer() = default;

Task<bool> GatedServer::settle(std::size_t rounds)
{
    const auto reached = co_await m_record.barrier(rounds);
    co_await m_poller.nextRound();
    co_return reached.ok();
}

// Ends the record's view of the turn. When the record's PING is answered, the messages that the turn has caused are in the other clients'
// sockets.
Task<void> GatedServer::readRecord(TurnReport *report)
{
    for (const auto &command : report->commands) {
        if (kindOf(command).flushes && report->fate != Fate::Unknown)
            m_record.flushed();
    }
    auto changes = co_await m_record.endTurn();
    report->recorded = changes.ok() && m_record.options().events;
    if (changes.ok())
        report->changes = *std::move(changes);
    if (m_listeners == 0)
        co_return;
    if (!m_record.options().events) // then endTurn() has sent no PING
        [[maybe_unused]]
        const auto settled = co_await settle(1);
    else
        co_await m_poller.nextRound();
}

} // namespace lockcore

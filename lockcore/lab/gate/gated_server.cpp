// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gated_server.h"

namespace lockcore {

GatedServer::GatedServer(std::unique_ptr<StoreRecord> record, const GateProtocol &protocol, Clock &clock, Poller &poller)
    : m_clock(clock)
    , m_poller(poller)
    , m_record(std::move(record))
    , m_protocol(protocol)
    , m_noticing(poller)
{
    if (m_record->looksForEndings())
        m_noticing.start(noticeEndings());
}

GatedServer::GatedServer(Endpoint endpoint, ServerRecord::Options options, Clock &clock, Poller &poller)
    : GatedServer(std::make_unique<ServerRecord>(std::move(endpoint), options, poller), respProtocol(), clock, poller)
{ }

GatedServer::~GatedServer() = default;

Task<bool> GatedServer::settle(std::size_t rounds)
{
    const auto reached = co_await m_record->barrier(rounds);
    co_await m_poller.nextRound();
    co_return reached.ok();
}

// Ends the record's view of the turn. When the record's PING is answered, the messages that the turn has caused are in the other clients'
// sockets.
Task<void> GatedServer::readRecord(TurnReport *report)
{
    auto ending = m_record->turnEnds(report);
    auto changes = co_await ending;
    report->recorded = changes.ok() && m_record->watches();
    if (changes.ok())
        report->changes = *std::move(changes);
    if (m_listeners == 0)
        co_return;
    if (!m_record->watches()) // then it has sent no PING
        [[maybe_unused]]
        const auto settled = co_await settle(1);
    else
        co_await m_poller.nextRound();
}

// Takes a turn for each look, so that no command can be the reason for what it finds.
Task<void> GatedServer::noticeEndings()
{
    for (;;) {
        co_await m_clock.after(Milliseconds(10));
        if (!m_record->awaitsEndings())
            continue;
        auto entering = m_turnstile.enter();
        [[maybe_unused]] const auto turn = co_await entering;
        auto noticing = m_record->noticeEndings();
        co_await noticing;
    }
}

} // namespace lockcore

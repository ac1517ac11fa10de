// SPDX-License-Identifier: MIT
// The direction from the server to the client.
#include "lockcore/lab/gate/gate_link.h"

#include <algorithm>

namespace lockcore {

Waiting<std::optional<GateLink::Answer>> GateLink::expect()
{
    auto waiting = m_expected.emplace().waiting();
    if (m_serverEnded)
        std::exchange(m_expected, std::nullopt)->complete(std::nullopt);
    return waiting;
}

void GateLink::receiveReplies(std::string_view bytes)
{
    m_conversation->feedReplies(bytes);
    for (;;) {
        auto frame = m_conversation->nextReply();
        if (!frame) {
            emit m_gate.misused(m_number, frame.error());
            m_server->close();
            serverEnded();
            return;
        }
        if (!*frame)
            return;
        take(**std::move(frame));
    }
}

void GateLink::serverEnded()
{
    m_serverEnded = true;
    if (auto expected = std::exchange(m_expected, std::nullopt))
        expected->complete(std::nullopt);
    wakeServing();
}

void GateLink::take(ReplyFrame frame)
{
    if (m_atBarrier && !m_conversation->isBarrier(frame)) // an error, though the client wants no reply
        return send({std::move(frame.bytes), {}, 0});
    const auto turn = m_gated.m_turnstile.current();
    if (m_expected && !frame.isPush()) {
        m_replyInHand = true;
        m_aheadOfReply = m_behind.size();
        std::exchange(m_expected, std::nullopt)->complete(Answer{std::move(frame), turn});
        return;
    }
    m_conversation->received(frame);
    noteListening();
    m_behind.push_back({m_gated.nextRequest(), m_gate.id(), m_number, turn, 0, std::move(frame.bytes)});
    flushBehind();
}

void GateLink::rewrite(const Words &request, ReplyFrame &reply) const
{
    if (m_gate.m_rewriting)
        reply.bytes = m_gate.m_rewriting(request, std::move(reply.bytes));
}

void GateLink::answer(const GateRequest &seen, const TurnReport *report, Bytes bytes)
{
    const auto fault = m_gate.m_faults.onReply ? m_gate.m_faults.onReply(seen, report) : GateFault();
    for (auto n = std::min(m_behind.size(), std::exchange(m_aheadOfReply, 0)); n > 0; --n)
        sendFirstBehind();
    send({std::move(bytes), fault, seen.id});
    m_replyInHand = false;
    flushBehind();
}

// A message is sent after the turn that caused it has been reported.
void GateLink::flushBehind()
{
    while (!m_behind.empty() && !m_replyInHand) {
        const auto turn = m_behind.front().turn;
        if (turn != 0 && turn == m_gated.m_turnstile.current()) {
            if (!std::exchange(m_flushing, true))
                m_scope.start(flushAfterTurn());
            return;
        }
        sendFirstBehind();
    }
}

void GateLink::sendFirstBehind()
{
    const auto arrival = std::move(m_behind.front());
    m_behind.pop_front();
    emit m_gated.arrived(arrival);
    const auto fault = m_gate.m_faults.onMessage ? m_gate.m_faults.onMessage(arrival) : GateFault();
    send({arrival.message, fault, arrival.id});
}

Task<void> GateLink::flushAfterTurn()
{
    auto end = m_gated.m_turnstile.ended();
    co_await end;
    m_flushing = false;
    flushBehind();
}

void GateLink::send(Outgoing outgoing)
{
    if (m_repliesLost || !m_client.isOpen())
        return;
    if (m_outgoing.empty() && outgoing.fault.kind == GateFault::Kind::None && m_gate.m_replies.flows) {
        m_client.write(outgoing.bytes);
        return;
    }
    m_outgoing.push_back(std::move(outgoing));
    if (!std::exchange(m_delivering, true))
        m_scope.start(deliver());
}

Task<void> GateLink::deliver()
{
    while (!m_outgoing.empty()) {
        auto delivering = deliverOne(m_outgoing.front());
        const bool goesOn = co_await delivering;
        if (!goesOn)
            m_outgoing.clear();
        else
            m_outgoing.pop_front();
    }
    m_delivering = false;
}

// False: the connection is unusable, at least in this direction.
Task<bool> GateLink::deliverOne(Outgoing outgoing)
{
    const auto &fault = outgoing.fault;
    switch (fault.kind) {
    case GateFault::Kind::None: break;
    case GateFault::Kind::Hold: {
        m_holding = outgoing.request;
        auto held = m_gate.hold(outgoing.request);
        const auto passage = co_await held;
        m_holding = 0;
        m_repliesLost = passage == Gate::Passage::Lose;
        break;
    }
    case GateFault::Kind::Delay: {
        auto delay = m_gated.m_clock.after(m_gate.jittered(fault));
        co_await delay;
        break;
    }
    case GateFault::Kind::BlackHole: loseRequests(); [[fallthrough]];
    case GateFault::Kind::Lose: m_repliesLost = true; break;
    case GateFault::Kind::Reset: resetClient(); break;
    case GateFault::Kind::Cut: {
        constexpr std::size_t packet = 1460; // a TCP segment on Ethernet
        if (outgoing.bytes.size() > packet)
            m_client.write(std::string_view(outgoing.bytes).substr(0, outgoing.bytes.size() / 2));
        auto written = m_client.whenWritten();
        co_await written;
        m_client.close();
        clientEnded();
        break;
    }
    }
    if (m_repliesLost || !m_client.isOpen())
        co_return false;
    if (!m_gate.m_replies.flows) {
        auto flowing = m_gate.repliesFlow();
        co_await flowing;
    }
    m_client.write(outgoing.bytes);
    co_return true;
}

} // namespace lockcore

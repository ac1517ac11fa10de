// SPDX-License-Identifier: MIT
#include "lockcore/lab/worker_link.h"

#include "lockcore/lab/command_purpose.h"
#include "lockcore/lab/gate.h"

#include <algorithm>

namespace lockcore {

namespace {

WorkerLink::Direction directionOf(Action action)
{
    switch (action) {
    case Action::HoldReply:
    case Action::DelayReplies:
    case Action::LoseReplies:
    case Action::CutReply: return WorkerLink::Direction::Replies;
    case Action::LoseMessages: return WorkerLink::Direction::Messages;
    default: return WorkerLink::Direction::Requests;
    }
}

GateFault faultOf(const Fault &fault)
{
    using Kind = GateFault::Kind;
    switch (fault.action) {
    case Action::HoldRequest:
    case Action::HoldReply: return {Kind::Hold, {}, {}};
    case Action::DelayRequests:
    case Action::DelayReplies: return {Kind::Delay, fault.by.value_or(Milliseconds(0)), fault.jitter};
    case Action::LoseRequests:
    case Action::LoseReplies:
    case Action::LoseMessages: return {Kind::Lose, {}, {}};
    case Action::BlackHole: return {Kind::BlackHole, {}, {}};
    case Action::CutReply: return {Kind::Cut, {}, {}};
    case Action::Reset: return {Kind::Reset, {}, {}};
    default: return {};
    }
}

} // namespace

WorkerLink::WorkerLink(RunServer &server, std::int64_t id, std::uint64_t seed)
    : m_server(server)
    , m_gate(std::make_unique<Gate>(server.gated(), GateOptions{id, seed}))
{
    GateFaults faults;
    faults.onRequest = [this](const GateRequest &seen) {
        if (seen.setUp || seen.queued)
            return GateFault();
        return meet(Direction::Requests, seen.id, purposeOf(seen.words, doing ? doing() : Purpose::Any));
    };
    faults.onReply = [this](const GateRequest &seen, const TurnReport *report) {
        if (!report)
            return GateFault();
        const auto &words = report->commands.empty() ? seen.words : report->commands.front();
        const auto purpose = purposeOf(words, doing ? doing() : Purpose::Any);
        // The reply to a command that takes, renews or frees counts only if the command did that.
        const bool did = !report->changes.empty() || purpose == Purpose::Read;
        return meet(Direction::Replies, seen.id, did ? purpose : Purpose::Any);
    };
    faults.onMessage = [this](const ArrivalReport &seen) {
        return seen.answers == 0 ? meet(Direction::Messages, seen.id, Purpose::Any) : GateFault();
    };
    m_gate->setFaults(std::move(faults));
    QObject::connect(m_gate.get(), &Gate::misused, m_gate.get(), [this](std::int64_t, const Error &error) { m_misuse = error.text; });
    m_server.add(*m_gate);
}

WorkerLink::~WorkerLink() { m_server.remove(*m_gate); }

Result<int> WorkerLink::listen() { return m_gate->listen(); }

int WorkerLink::port() const { return m_gate->port(); }

// What becomes of a message that goes this way: the first fault that is armed for it strikes.
GateFault WorkerLink::meet(Direction direction, std::int64_t id, Purpose purpose)
{
    const auto found = std::find_if(m_armed.begin(), m_armed.end(), [&](const Armed &armed) {
        return directionOf(armed.fault.action) == direction && (armed.fault.of == Purpose::Any || armed.fault.of == purpose);
    });
    if (found == m_armed.end())
        return {};
    const auto fault = found->fault;
    const bool first = !std::exchange(found->struck, true);
    if (!fault.by) // a delay stays
        m_armed.erase(found);
    if (fault.action == Action::HoldRequest || fault.action == Action::HoldReply)
        m_held.push_back(id);
    if (first && struck)
        struck(fault);
    return faultOf(fault);
}

void WorkerLink::arm(const Fault &fault)
{
    if (fault.action == Action::Reset && fault.of == Purpose::Any) {
        if (struck)
            struck(fault);
        m_gate->reset();
        return;
    }
    if (fault.action == Action::BlackHole && fault.of == Purpose::Any) { // of the network, not of one connection
        if (struck)
            struck(fault);
        m_gate->setFlow(false, false);
        return;
    }
    m_armed.push_back({fault, false});
}

void WorkerLink::pass()
{
    m_armed.clear();
    m_gate->setFlow(true, true);
    for (const auto request : std::exchange(m_held, {}))
        m_gate->release(request);
}

void WorkerLink::end()
{
    m_armed.clear();
    m_gate->end();
}

} // namespace lockcore

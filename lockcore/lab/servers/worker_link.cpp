// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/worker_link.h"

#include "lockcore/lab/gate/gate.h"

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

// Does the fault stay active after it has struck? A delay does.
bool stays(const Fault &fault) { return fault.by.has_value(); }

void addKeys(const std::vector<Bytes> &more, std::vector<Bytes> &keys)
{
    constexpr std::size_t most = 100; // a lock needs few
    if (keys.size() + more.size() <= most)
        keys.insert(keys.end(), more.begin(), more.end());
}

} // namespace

WorkerLink::WorkerLink(RunServer &server, std::int64_t id, std::uint64_t seed)
    : m_server(server)
    , m_protocol(server.gated().protocol())
    , m_gate(std::make_unique<Gate>(server.gated(), GateOptions{id, seed}))
{
    GateFaults faults;
    faults.onRequest = [this](const GateRequest &seen) {
        const auto command = commandOf(seen);
        return seen.setUp || seen.queued ? GateFault() : meet(command);
    };
    faults.onReply = [this](const GateRequest &seen, const TurnReport *report) {
        if (!report)
            return GateFault();
        const auto &words = report->commands.empty() ? seen.words : report->commands.front();
        const auto &named = report->commands.size() == 1 ? words : seen.words;
        Command command{Direction::Replies, seen.id, words, m_protocol.nameOf(named), {}, !report->changes.empty()};
        for (const auto &one : report->commands)
            addKeys(m_protocol.keysOf(one), command.keys);
        return meet(command);
    };
    faults.onMessage = [this](const ArrivalReport &seen) {
        const auto way = m_protocol.aims() ? Direction::Messages : Direction::Replies; // a piece of an opaque stream may be either
        return seen.answers == 0 ? meet({way, seen.id, {}, {}, {}, false}) : GateFault();
    };
    m_gate->setFaults(std::move(faults));
    QObject::connect(m_gate.get(), &Gate::misused, m_gate.get(), [this](std::int64_t, const Error &error) { m_misuse = error.text; });
    m_server.add(*m_gate);
}

WorkerLink::~WorkerLink() { m_server.remove(*m_gate); }

Result<int> WorkerLink::listen() { return m_gate->listen(); }

std::int64_t WorkerLink::requestsSeen() const { return m_gate->requestsSeen(); }

int WorkerLink::port() const { return m_gate->port(); }

void WorkerLink::leadTo(GatePorts gates)
{
    m_gate->setRewriting(
        [gates = std::move(gates)](const Words &request, Bytes reply) { return withGates(request, std::move(reply), gates); });
}

// With its name as the history shows it: for a transaction with one command, the name of that command. What is queued is remembered.
WorkerLink::Command WorkerLink::commandOf(const GateRequest &request)
{
    constexpr std::size_t mostQueued = 2; // with more commands the name is EXEC
    Command command{Direction::Requests, request.id, request.words, m_protocol.nameOf(request.words), {}, false};
    if (request.queued) {
        auto &queued = m_queued[request.connection];
        addKeys(m_protocol.keysOf(request.words), queued.keys);
        if (queued.names.size() < mostQueued)
            queued.names.push_back(std::move(command.name));
        return command;
    }
    auto queued = m_queued.extract(request.connection);
    if (command.name != "EXEC" || !queued) {
        addKeys(m_protocol.keysOf(request.words), command.keys);
        return command;
    }
    command.keys = std::move(queued.mapped().keys);
    if (queued.mapped().names.size() == 1)
        command.name = queued.mapped().names.front();
    return command;
}

// If the fault aims at the reply of a command that takes, renews or frees, the command is counted only if it has changed the lock.
bool WorkerLink::meets(Armed &armed, const Command &command) const
{
    const auto &fault = armed.fault;
    if (directionOf(fault.action) != command.way)
        return false;
    const bool message = command.way == Direction::Messages; // of a subscription, not a reply
    const auto purpose = message ? Purpose::Any : m_protocol.purposeOf(command.words, doing ? doing() : Purpose::Any);
    const bool did = command.way != Direction::Replies || command.changes || purpose == Purpose::Read;
    if (fault.of != Purpose::Any && (fault.of != purpose || !did))
        return false;
    if (!fault.command.empty() && fault.command != command.name)
        return false;
    if (!fault.lock.empty() && std::ranges::find(command.keys, m_server.keyOf(fault.lock)) == command.keys.end())
        return false;
    if (fault.in != Phase::Any) {
        const auto now = asked ? asked() : Asked();
        if (fault.in != now.what)
            return false;
        if (std::exchange(armed.request, now.id) != now.id)
            armed.met = 0;
    }
    return ++armed.met >= fault.nth;
}

// Decides what happens to a message in this direction: the first fault that is armed for it strikes. A fault that stays gives way to a
// fault that strikes once, because otherwise the latter would never strike.
GateFault WorkerLink::meet(const Command &command)
{
    auto found = m_armed.end();
    for (auto armed = m_armed.begin(); armed != m_armed.end(); ++armed) { // no early end: every fault must count the command
        if (meets(*armed, command) && (found == m_armed.end() || (stays(found->fault) && !stays(armed->fault))))
            found = armed;
    }
    if (found == m_armed.end())
        return {};
    const auto fault = found->fault;
    const bool first = !std::exchange(found->struck, true);
    if (!stays(fault))
        m_armed.erase(found);
    if (fault.action == Action::HoldRequest || fault.action == Action::HoldReply)
        m_held.push_back(command.id);
    if (first && struck)
        struck(fault);
    return faultOf(fault);
}

void WorkerLink::arm(const Fault &fault)
{
    const bool isOfAnyCommand = fault.of == Purpose::Any && fault.lock.empty();
    if (fault.action == Action::Reset && isOfAnyCommand) {
        if (struck)
            struck(fault);
        m_gate->reset();
        return;
    }
    if (fault.action == Action::BlackHole && isOfAnyCommand) { // for the whole network, not for one connection
        if (struck)
            struck(fault);
        m_gate->setFlow(false, false);
        return;
    }
    m_armed.push_back({fault});
}

void WorkerLink::pass()
{
    m_armed.clear();
    m_gate->setFlow(true, true);
    for (const auto request : std::exchange(m_held, {}))
        m_gate->release(request);
    m_gate->resetDamaged(); // a healed network would have repeated what was lost, but the gate cannot
}

void WorkerLink::end()
{
    m_armed.clear();
    m_gate->end();
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/lab/worker_link.h"

#include "lockcore/lab/command_purpose.h"
#include "lockcore/lab/gate.h"

#include <algorithm>

namespace lockcore {

namespace {

bool meetsReplies(Action action)
{
    return action == Action::HoldReply || action == Action::DelayReplies || action == Action::LoseReplies || action == Action::CutReply;
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
    case Action::LoseReplies: return {Kind::Lose, {}, {}};
    case Action::BlackHole: return {Kind::BlackHole, {}, {}};
    case Action::CutReply: return {Kind::Cut, {}, {}};
    case Action::Reset: return {Kind::Reset, {}, {}};
    default: return {};
    }
}

} // namespace

WorkerLink::WorkerLink(RunServer &server, std::int64_t id, std::uint64_t seed)
    : m_gate(std::make_unique<Gate>(server.gated(), GateOptions{id, seed}))
{
    GateFaults faults;
    faults.onRequest = [this](const GateRequest &seen) {
        auto name = nameOf(seen);
        if (seen.setUp || seen.queued)
            return GateFault();
        const auto fault = strike({seen.words, std::move(name), false, false});
        if (fault && fault->action == Action::HoldRequest)
            m_held.push_back(seen.id);
        return fault ? faultOf(*fault) : GateFault();
    };
    faults.onReply = [this](const GateRequest &seen, const TurnReport *report) {
        if (!report)
            return GateFault();
        const auto &words = report->commands.empty() ? seen.words : report->commands.front();
        const auto &named = report->commands.size() == 1 ? words : seen.words;
        const auto fault = strike({words, lockcore::nameOf(named), true, !report->changes.empty()});
        if (fault && fault->action == Action::HoldReply)
            m_held.push_back(seen.id);
        return fault ? faultOf(*fault) : GateFault();
    };
    m_gate->setFaults(std::move(faults));
    QObject::connect(m_gate.get(), &Gate::misused, m_gate.get(), [this](std::int64_t, const Error &error) { m_misuse = error.text; });
}

WorkerLink::~WorkerLink() = default;

Result<int> WorkerLink::listen() { return m_gate->listen(); }

int WorkerLink::port() const { return m_gate->port(); }

// Of a transaction with one command, that command's name: as the history has it.
std::string WorkerLink::nameOf(const GateRequest &request)
{
    constexpr std::size_t mostQueued = 2; // more of them are EXEC
    auto name = lockcore::nameOf(request.words);
    if (request.queued) {
        if (auto &queued = m_queued[request.connection]; queued.size() < mostQueued)
            queued.push_back(std::move(name));
        return {};
    }
    const auto queued = m_queued.extract(request.connection);
    return name == "EXEC" && !queued.empty() && queued.mapped().size() == 1 ? queued.mapped().front() : name;
}

// The reply to a command that takes, renews or frees counts only if the command did that.
bool WorkerLink::meets(Armed &armed, const Command &command) const
{
    const auto &fault = armed.fault;
    if (meetsReplies(fault.action) != command.reply)
        return false;
    const auto purpose = purposeOf(command.words, doing ? doing() : Purpose::Any);
    if (fault.of != Purpose::Any && (fault.of != purpose || (command.reply && !command.changes && purpose != Purpose::Read)))
        return false;
    if (!fault.command.empty() && fault.command != command.name)
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

std::optional<Fault> WorkerLink::strike(const Command &command)
{
    auto found = m_armed.end();
    for (auto armed = m_armed.begin(); armed != m_armed.end(); ++armed) { // all of them count it
        if (meets(*armed, command) && found == m_armed.end())
            found = armed;
    }
    if (found == m_armed.end())
        return std::nullopt;
    const auto fault = found->fault;
    const bool first = !std::exchange(found->struck, true);
    if (!fault.by) // a delay stays
        m_armed.erase(found);
    if (first && struck)
        struck(fault);
    return fault;
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
    m_armed.push_back({fault});
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

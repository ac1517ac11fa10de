// SPDX-License-Identifier: MIT
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

std::string nameOf(const Attempt &attempt) { return toString(attempt.who) + (attempt.owner.empty() ? "" : '/' + escaped(attempt.owner)); }

std::string milliseconds(Microseconds length) { return std::to_string(std::chrono::round<Milliseconds>(length).count()) + " ms"; }

std::string leftText(std::optional<Milliseconds> left) { return left ? ", which had " + milliseconds(*left) + " left" : ""; }

std::string commandAt(const Run &run, Number turn)
{
    const auto *const found = run.as<entry::Turn>(turn);
    return found && !found->command.empty() ? escaped(found->command) : "command";
}

namespace {

std::string serverFaultText(entry::ServerFault fault)
{
    using enum entry::ServerFault;
    switch (fault) {
    case RestartedWithData: return "a restart of the server";
    case RestartedWithoutData: return "a restart without data";
    case Stopped:
    case Continued: return "a stop of the server";
    case ScriptsFlushed: return "a SCRIPT FLUSH";
    case Flushed: return "a flush of the database";
    case MemoryLimited: return "an eviction";
    case Promoted: return "a failover";
    case ClockStepped: return "a step of the server's clock";
    case ReplicationCut: return "a cut replication";
    }
    return {};
}

std::string networkFaultText(entry::NetworkFault fault)
{
    using enum entry::NetworkFault;
    switch (fault) {
    case HoldRequest: return "a held request";
    case HoldReply: return "a held reply";
    case Delay: return "a slow network";
    case Cut: return "a cut connection";
    case Reset: return "a reset connection";
    case BlackHole: return "a black hole";
    case OneWayLoss: return "a one-way loss";
    case Healed: return "a healed network";
    }
    return {};
}

std::string keyFaultText(entry::KeyEvent event)
{
    using enum entry::KeyEvent;
    switch (event) {
    case Evicted: return "an eviction";
    case Flushed: return "a flush of the database";
    case LostByServer: return "a restart or failover";
    default: return "the server";
    }
}

std::string capitalised(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = char(text.front() - 'a' + 'A');
    return text;
}

} // namespace

std::string faultText(const Run &run, Number fault)
{
    if (const auto *const paused = run.as<entry::Paused>(fault))
        return "a pause of " + toString(paused->who);
    if (const auto *const sent = run.as<entry::Sent>(fault))
        return "a stall of " + toString(sent->who);
    if (const auto *const skewed = run.as<entry::Skewed>(fault))
        return "the skewed clock of " + toString(skewed->who);
    if (const auto *const network = run.as<entry::NetworkFaulted>(fault))
        return networkFaultText(network->fault) + " of " + toString(network->who);
    if (const auto *const server = run.as<entry::ServerFaulted>(fault))
        return serverFaultText(server->fault);
    if (const auto *const changed = run.as<entry::KeyChanged>(fault))
        return keyFaultText(changed->event);
    if (run.as<entry::Operated>(fault))
        return "the operator";
    return "a fault";
}

std::string pitfallOfFault(const Run &run, Number fault)
{
    if (run.as<entry::Paused>(fault))
        return "L8";
    if (run.as<entry::Operated>(fault))
        return "R12";
    if (run.as<entry::NetworkFaulted>(fault))
        return "L15";
    if (run.as<entry::Sent>(fault))
        return "L7";
    const auto *const changed = run.as<entry::KeyChanged>(fault);
    if (changed && changed->event == entry::KeyEvent::Evicted)
        return "D11";
    if (changed && changed->event == entry::KeyEvent::Flushed)
        return "D12";
    const auto *const server = run.as<entry::ServerFaulted>(fault);
    if (!server)
        return {};
    switch (server->fault) {
    case entry::ServerFault::RestartedWithoutData: return "D4";
    case entry::ServerFault::Flushed: return "D12";
    case entry::ServerFault::MemoryLimited: return "D11";
    case entry::ServerFault::Promoted: return "D1";
    case entry::ServerFault::ClockStepped: return run.header().quorum > 1 ? "D5" : "L18";
    default: return {};
    }
}

namespace {

// While it took or released another lock.
bool isForAnotherLock(const entry::Sent &sent, const std::string &lock)
{
    return (sent.request == entry::Request::Acquire || sent.request == entry::Request::Release) && sent.lock != lock;
}

} // namespace

std::string pitfallOfRemoval(const Run &run, const Claim &victim, const Ending &ending)
{
    const auto *const turn = run.as<entry::Turn>(ending.cause);
    const auto *const changed = run.as<entry::KeyChanged>(ending.number);
    if (!turn || !turn->who || !changed)
        return {};
    if (turn->command.starts_with("FLUSH"))
        return "R11";
    // The last request that the remover had received, and what it has read since then.
    Number request = ending.cause;
    bool looked = false;
    while (--request > 0) {
        const auto *const sent = run.as<entry::Sent>(request);
        if (sent && sent->who == *turn->who && sent->request != entry::Request::Probe)
            break;
        const auto *const earlier = run.as<entry::Turn>(request);
        looked = looked
                 || (earlier && earlier->who == turn->who && earlier->verb == entry::Verb::Read
                     && std::ranges::find(earlier->keys, changed->key) != earlier->keys.end());
    }
    const auto *const sent = run.as<entry::Sent>(request);
    if (sent && isForAnotherLock(*sent, run.first(victim).lock))
        return "D12";
    if (ending.kind == EndKind::OwnRemoval)
        return victim.deepest > 1 ? "E7" : "";
    if (sent && sent->request == entry::Request::Acquire)
        return turn->verb == entry::Verb::Free ? "A4" : looked ? "A5" : "A3";
    const bool everHeld = std::ranges::any_of(run.claims, [&](const Claim &claim) {
        return run.first(claim).who == *turn->who && run.first(claim).lock == run.first(victim).lock && claim.begin < ending.number;
    });
    if (!everHeld)
        return "R5";
    return looked ? "R2" : "R1";
}

std::string endingText(const Run &run, const Claim &claim, const Ending &ending)
{
    const auto name = nameOf(run.first(claim));
    const auto lock = "'s lock" + (run.header().locks.size() > 1 ? " `" + escaped(run.first(claim).lock) + '`' : std::string());
    const auto removed = [&](const std::string &by) { return by + " removed " + name + lock + leftText(ending.left); };
    switch (ending.kind) {
    case EndKind::Removed: return removed(toString(*ending.by) + "'s " + commandAt(run, ending.cause));
    case EndKind::OtherOwner: return removed(nameOf(*ending.owner) + "'s " + commandAt(run, ending.cause));
    case EndKind::OwnRemoval: return removed(name + "'s own " + commandAt(run, ending.cause));
    case EndKind::Operator: return removed("The operator");
    case EndKind::ServerFault: return removed(capitalised(faultText(run, ending.cause != 0 ? ending.cause : ending.number)));
    case EndKind::TooEarly:
        return name + "'s key expired " + milliseconds(run.at(ending.number) - run.at(run.first(claim).sent))
               + " after it was asked for, before its lease had ended";
    case EndKind::Expired: return name + "'s lease ended while it still held on to the lock";
    case EndKind::Unknown:
        if (ending.rewritten && ending.by)
            return toString(*ending.by) + "'s " + commandAt(run, ending.cause) + " wrote another value into " + name
                   + "'s lock; whether that took it, the record does not say";
        if (ending.perhapsOver && *ending.by != run.first(claim).who)
            return removed(toString(*ending.by) + "'s " + commandAt(run, ending.cause))
                   + "; whether its lease was over, the record does not say";
        return name + "'s lock ended, and the record does not say how";
    }
    return {};
}

} // namespace lockcore::detail

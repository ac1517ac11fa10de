// SPDX-License-Identifier: MIT
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

std::string noRecordText(const Run &run)
{
    const auto &why = run.header().whyNoRecord;
    return "there is no record of the server: " + (why.empty() ? "it is not the Lab's own" : escaped(why));
}

std::string nameOf(const Incarnation &who, const std::string &owner)
{
    const bool isOne = owner.empty() || owner == who.worker;
    return toString(who) + (isOne ? "" : '/' + escaped(owner));
}

std::string nameOf(const Attempt &attempt) { return nameOf(attempt.who, attempt.owner); }

std::string milliseconds(Microseconds length) { return std::to_string(std::chrono::round<Milliseconds>(length).count()) + " ms"; }

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

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
    case SlotMoving:
    case SlotMoved: return "a move of the lock's slot";
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

// `a failover` at the head of a sentence would read as if the worker A had done it.
std::string definite(std::string fault)
{
    const auto article = fault.find(' ');
    return fault.starts_with("a") && article <= 2 ? "the" + fault.substr(article) : fault;
}

} // namespace

std::string faultText(const Run &run, Number fault)
{
    if (const auto *const paused = run.as<entry::Paused>(fault))
        return "a pause of " + toString(paused->who);
    if (const auto *const sent = run.as<entry::Sent>(fault))
        return (sent->request == entry::Request::Throw    ? "an exception in the work of "
                : sent->request == entry::Request::Cancel ? "a cancelled wait of "
                                                          : "a stall of ")
               + toString(sent->who);
    if (const auto *const stalled = run.as<entry::Stalled>(fault))
        return "an unplanned delay" + (stalled->place == entry::Place::Worker ? " of " + toString(stalled->who) : std::string());
    if (const auto *const died = run.as<entry::Died>(fault))
        return "the death of " + toString(died->who);
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

std::string endingText(const Run &run, const Claim &claim, const Ending &ending)
{
    const auto name = nameOf(run.first(claim));
    const auto lock = "'s lock" + (run.header().locks.size() > 1 ? " `" + escaped(run.first(claim).lock) + '`' : std::string());
    const auto removed = [&](const std::string &by) { return by + " removed " + name + lock + leftText(ending.left); };
    switch (ending.kind) {
    case EndKind::Removed: return removed(toString(*ending.by) + "'s " + commandAt(run, ending.cause));
    case EndKind::OtherOwner: return removed(nameOf(*ending.owner) + "'s " + commandAt(run, ending.cause));
    case EndKind::OwnRemoval: return removed(name + "'s own " + commandAt(run, ending.cause));
    case EndKind::Operator: return removed("the operator");
    case EndKind::ServerFault: return removed(definite(faultText(run, ending.cause != 0 ? ending.cause : ending.number)));
    case EndKind::TooEarly:
        if (ending.by)
            return name + "'s own " + commandAt(run, ending.cause) + ", a renewal, removed its key "
                   + milliseconds(run.at(ending.number) - run.at(run.first(claim).sent)) + " after it was asked for";
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

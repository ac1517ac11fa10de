// SPDX-License-Identifier: MIT
#include "lockcore/explorer/bounds.h"

#include <numeric>

namespace lockcore::explorer {

std::string_view wordOf(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return "crash";
    case Fault::Pause: return "pause";
    case Fault::LostReply: return "lost-reply";
    case Fault::LostRequest: return "lost-request";
    case Fault::LateRequest: return "late-request";
    case Fault::LateLoss: return "late-loss";
    case Fault::ServerForgets: return "server-forgets";
    case Fault::Exception: return "exception";
    case Fault::ForceRelease: return "force-release";
    }
    return {};
}

std::string_view nameOf(Property property)
{
    switch (property) {
    case Property::MutualExclusion: return "mutual-exclusion";
    case Property::Ownership: return "ownership";
    case Property::NoImmortalLock: return "no-immortal-lock";
    case Property::NoLostUpdate: return "no-lost-update";
    case Property::NoStaleWrite: return "no-stale-write";
    case Property::Reentry: return "reentry";
    }
    return {};
}

int FaultBudget::total() const { return std::accumulate(counts.begin(), counts.end(), 0); }

std::string toString(const FaultBudget &budget, Milliseconds pause)
{
    std::string text;
    for (std::size_t i = 0; i < faultKinds; ++i) {
        const auto fault = static_cast<Fault>(i);
        if (budget[fault] == 0)
            continue;
        text += (text.empty() ? "" : " ") + std::string(wordOf(fault));
        if (fault == Fault::Pause)
            text += "=" + std::to_string(pause.count()) + "ms";
        else if (fault != Fault::LateLoss)
            text += "=" + std::to_string(budget[fault]);
    }
    return text.empty() ? "none" : text;
}

namespace {

// Where the time of day is part of each state, there are many.
void limitTime(Bounds &bounds)
{
    if (!bounds.readsWallClock)
        return;
    bounds.rounds = 1;
    bounds.horizon = horizonOf(bounds.lease);
}

} // namespace

Result<Bounds> usualBounds(std::string_view name)
{
    const auto *const protocol = findProtocol(name);
    if (!protocol)
        return Error{ErrorKind::Refused, "no protocol is called \"" + std::string(name) + '"', "protocol"};
    Bounds bounds;
    bounds.protocol = name;
    bounds.givesLease = !protocol->watchdog;
    bounds.servers = protocol->manyServers ? Bounds::mostServers : 1;
    bounds.readsWallClock = protocol->wallClock || protocol->fair;
    if (protocol->manyServers)
        bounds.options["jitter"] = "0ms";
    if (protocol->fair)
        bounds.options["queue-timeout"] = "30ms";
    if (protocol->manyServers)
        bounds.rounds = 1; // with two, minutes
    limitTime(bounds);
    return bounds;
}

Bounds reentryBounds(Bounds bounds)
{
    bounds.reenters = true;
    bounds.rounds = 1;
    return bounds;
}

Bounds usualBounds(ScriptPair scripts)
{
    Bounds bounds;
    bounds.protocol = "your scripts";
    bounds.givesLease = scripts.renew.empty();
    bounds.readsWallClock = readsClock(scripts);
    bounds.scripts = std::move(scripts);
    limitTime(bounds);
    return bounds;
}

} // namespace lockcore::explorer

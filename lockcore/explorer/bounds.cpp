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

std::string_view nameOf(Property property) { return property == Property::MutualExclusion ? "mutual-exclusion" : "no-immortal-lock"; }

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
    if (protocol->manyServers || bounds.readsWallClock)
        bounds.rounds = 1; // with two, minutes
    if (bounds.readsWallClock)
        bounds.horizon = 6 * bounds.lease;
    return bounds;
}

Bounds usualBounds(ScriptPair scripts)
{
    Bounds bounds;
    bounds.protocol = "your scripts";
    bounds.givesLease = scripts.renew.empty();
    bounds.scripts = std::move(scripts);
    return bounds;
}

} // namespace lockcore::explorer

// SPDX-License-Identifier: MIT
// A trace that somebody kept or was sent, once more: its steps are worked out afresh, and then played on fresh servers, with a clock of ours or
// in real time. It blocks; one thread.
#pragma once

#include "lockcore/explorer/trace_text.h"
#include "lockcore/oracle/real_time_replay.h"

namespace lockcore {

struct RouteReplayed
{
    explorer::Walk walk; ///< in real time with its times stretched
    bool isSame = false; ///< all replies and keys were as worked out
    bool isTooLate = false;
    bool isCancelled = false;
    std::optional<TraceReplay::Difference> difference;
};

/// Error: Refused, the trace cannot happen there: another version of Lockscope or of the server made it; or as search().
Result<explorer::Walk> walkAlong(const explorer::TracedRoute &traced, explorer::Oracle &oracle);

Result<RouteReplayed> replayAtOnce(const explorer::TracedRoute &traced, const ServerOracleOptions &server, explorer::Oracle &oracle);

/// `begun` gets the way before it is played, `done` each step after it.
struct RealTimeListener
{
    std::function<void(const explorer::Trace &)> begun;
    std::function<void(std::size_t)> done;
};
/// Refuses scripts that read the server's clock, too.
Result<RouteReplayed> replayInRealTime(const explorer::TracedRoute &traced, const ServerOracleOptions &server, explorer::Oracle &oracle,
                                       const RealTimeListener &listener, const std::atomic<bool> &cancelled);

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/oracle/route_replay.h"

namespace lockcore {

using namespace explorer;

Result<Walk> walkAlong(const TracedRoute &traced, Oracle &oracle)
{
    auto way = explorer::walk(traced.bounds, traced.route, oracle);
    if (way && way->stuckAt)
        return Error{ErrorKind::Refused,
                     "event " + std::to_string(*way->stuckAt + 1)
                         + " of the trace cannot happen there: it was found by another version of Lockscope, or on another server",
                     "trace"};
    return way;
}

Result<RouteReplayed> replayAtOnce(const TracedRoute &traced, const ServerOracleOptions &server, Oracle &oracle)
{
    auto way = walkAlong(traced, oracle);
    if (!way)
        return way.error();
    auto replay = TraceReplay::start(server, traced.bounds.servers);
    if (!replay)
        return replay.error();
    const auto difference = replay->replay(way->trace);
    if (!difference)
        return difference.error();
    return RouteReplayed{*std::move(way), !*difference, false, false, *difference};
}

Result<RouteReplayed> replayInRealTime(const TracedRoute &traced, const ServerOracleOptions &server, Oracle &oracle,
                                       const RealTimeListener &listener, const std::atomic<bool> &cancelled)
{
    constexpr int factor = RealTimeReplay::usualFactor;
    if (traced.bounds.scripts && traced.bounds.readsWallClock)
        return Error{ErrorKind::Refused,
                     "these scripts read the server's clock, which says another time in real time: replay it without --real-time", "trace"};
    auto way = walkAlong({stretched(traced.bounds, factor), stretched(traced.route, factor)}, oracle);
    if (!way)
        return way.error();
    auto replay = RealTimeReplay::start(server, traced.bounds.servers);
    if (!replay)
        return replay.error();
    listener.begun(way->trace);
    auto outcome = replay->replay(way->trace, factor, traced.bounds.lease, listener.done, cancelled);
    if (!outcome)
        return outcome.error();
    return RouteReplayed{*std::move(way), !outcome->difference && !outcome->isCancelled, outcome->isTooLate, outcome->isCancelled,
                         std::move(outcome->difference)};
}

} // namespace lockcore

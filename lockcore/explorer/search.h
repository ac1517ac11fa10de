// SPDX-License-Identifier: MIT
// Breadth first through every order of events within the bounds: the first violation that it meets has the fewest steps.
#pragma once

#include "lockcore/explorer/route.h"

#include <atomic>

namespace lockcore::explorer {

struct TraceStep
{
    static constexpr int nobody = RouteStep::nobody;

    int at = 0; ///< ms since the beginning, after the step
    int worker = nobody;
    Move::Kind kind = Move::Kind::TimePasses;
    TaskOf task = TaskOf::Worker;
    bool isOtherWork = false;      ///< it begins to work, for the other time of the bounds
    Request request;               ///< of its task, before the step; a server's fault: only `server`
    std::optional<Reply> reply;    ///< Executes, ReplyLost: what the server answered. Receives: what the worker reads
    int passed = 0;                ///< TimePasses: ms
    std::vector<Keyspace> servers; ///< after the step
    std::vector<int> inside;       ///< workers that are in their critical sections, after the step
};

using Trace = std::vector<TraceStep>;

Route routeOf(const Trace &trace);

struct Violation
{
    FaultBudget faults; ///< that took place
    Trace trace;
};

enum class Verdict { Held, Violated, NotExercised };

struct Finding
{
    Verdict verdict = Verdict::NotExercised;
    std::optional<Violation> violation;
};

struct SearchResult
{
    std::map<Property, Finding> findings;
    std::vector<Trace> samples; ///< paths to states all over the search
    std::int64_t states = 0;
    std::int64_t transitions = 0;
    bool complete = true; ///< every order of events within the bounds was examined
    bool cancelled = false;
};

/// Of a search that runs in another thread.
struct Control
{
    std::atomic<bool> cancelled = false;
    std::function<void()> atEnd; ///< for a measurement: before anything is freed

    // How far this search is: for whoever looks on from another thread.
    std::atomic<std::int64_t> states = 0;   ///< that it has met
    std::atomic<std::int64_t> frontier = 0; ///< of these, that it has not examined yet
    std::atomic<int> depth = 0;             ///< steps from the beginning
    std::atomic<bool> isAsking = false;     ///< whoever searches waits for a person
};

/// The same result every time. Error: Refused, the protocol cannot be examined, with the reason; or the oracle's. Stops early when each
/// property is violated.
Result<SearchResult> search(const Bounds &bounds, Oracle &oracle, Control &control);

/// One order of events.
struct Walk
{
    Trace trace;                          ///< as far as it goes
    std::map<Property, Finding> findings; ///< violated, or not on this way
    std::optional<std::size_t> stuckAt;   ///< the step of the route that cannot happen there
};

/// Errors as search().
Result<Walk> walk(const Bounds &bounds, const Route &route, Oracle &oracle);

} // namespace lockcore::explorer

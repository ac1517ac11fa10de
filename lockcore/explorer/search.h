// SPDX-License-Identifier: MIT
// Breadth first through every order of events within the bounds: the first violation that it meets has the fewest steps.
#pragma once

#include "lockcore/explorer/model.h"

#include <atomic>

namespace lockcore::explorer {

struct TraceStep
{
    static constexpr int nobody = -1;

    int at = 0; ///< ms since the beginning, after the step
    int worker = nobody;
    Move::Kind kind = Move::Kind::TimePasses;
    Request request;               ///< of its task, before the step; a server's fault: only `server`
    std::optional<Reply> reply;    ///< Executes, ReplyLost: what the server answered. Receives: what the worker reads
    int passed = 0;                ///< TimePasses: ms
    std::vector<Keyspace> servers; ///< after the step
    std::vector<int> inside;       ///< workers that are in their critical sections, after the step
};

using Trace = std::vector<TraceStep>;

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
};

/// The same result every time. Error: Refused, the protocol cannot be examined, with the reason; or the oracle's. Stops early when each
/// property is violated.
Result<SearchResult> search(const Bounds &bounds, Oracle &oracle, Control &control);

} // namespace lockcore::explorer

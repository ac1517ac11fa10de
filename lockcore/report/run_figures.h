// SPDX-License-Identifier: MIT
// Counts and measurements of a run, after its warm-up. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// The answers to one kind of request.
struct Operation
{
    entry::Request request = entry::Request::Acquire;
    std::int64_t sent = 0;
    std::int64_t ok = 0, no = 0; ///< for a probe: it holds the lock, or it does not
    std::int64_t failed = 0;     ///< an error: the request certainly had no effect
    std::int64_t indefinite = 0; ///< unknown: an error after which the request may have had an effect, or no answer at all
    bool operator==(const Operation &) const = default;
};

struct RunFigures
{
    std::vector<Operation> operations;        ///< only those that were used, in the order of Request
    std::vector<Microseconds> waits;          ///< of acquires that got the lock, from the request to the `ok`
    std::vector<Microseconds> wakeUps;        ///< from the moment when the lock became free to the `ok` of a worker that waited for it
    std::optional<std::int64_t> commands = 0; ///< of workers that had their turn on a server; none: the gates do not know its language
    std::int64_t handOvers = 0;               ///< how often a lock went from one worker to another
    std::optional<entry::Stalled> worstStall; ///< the longest unplanned stall
    bool operator==(const RunFigures &) const = default;
};

RunFigures figuresOf(const HistoryIndex &history);

/// What the run exercised, a short phrase each: `2 leases ran out`.
std::vector<std::string> exercisedIn(const HistoryIndex &history);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// What a run counts and measures, after its warm-up. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// The answers to one kind of request.
struct Operation
{
    entry::Request request = entry::Request::Acquire;
    std::int64_t sent = 0;
    std::int64_t ok = 0, no = 0; ///< of a probe: it holds the lock, or not
    std::int64_t failed = 0;     ///< an error, and it certainly did not happen
    std::int64_t indefinite = 0; ///< nobody knows: an error, or no answer at all
    bool operator==(const Operation &) const = default;
};

struct RunFigures
{
    std::vector<Operation> operations;        ///< those that were asked for, in the order of Request
    std::vector<Microseconds> waits;          ///< of acquires that got the lock, from the request to the ok
    std::vector<Microseconds> wakeUps;        ///< from the moment when the lock became free to the ok of one who waited for it
    std::int64_t commands = 0;                ///< that had their turn on a server, of workers
    std::optional<entry::Stalled> worstStall; ///< that nobody planned
    bool operator==(const RunFigures &) const = default;
};

RunFigures figuresOf(const HistoryIndex &history);

/// What the run put to the test, a short phrase each: `2 leases ran out`.
std::vector<std::string> exercisedIn(const HistoryIndex &history);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// What a run without faults shows about a library: which commands each request sends, with which lease it takes a lock, and what its
// workers can do. Pure; any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// A command of a request. It is identified by its request and its place in it, not by a count from the start: some libraries first query
/// the server's version, others repeat a try.
struct RequestCommand
{
    Phase phase = Phase::Acquire;
    std::string command;  ///< in capitals, like Fault::command
    std::int64_t nth = 1; ///< counts commands with this name to this server within the request
    std::int64_t server = 0;
    bool replies = true;      ///< false: it blocks, or subscribes
    std::int64_t request = 1; ///< counts requests of this phase: of a re-entry, the second acquire and the first release are the inner ones
    bool operator==(const RequestCommand &) const = default;
};

struct DryRun
{
    bool acquired = false;
    std::vector<RequestCommand> commands; ///< in their order; for the work only the first of each name: renewals are alike
    std::optional<Milliseconds> ttl;      ///< the TTL of the holding when the acquire was done; none: it has no TTL, or the TTL is unknown
    entry::Ready greeting;
    bool operator==(const DryRun &) const = default;
};

/// For the worker `who`, in its first round after the warm-up.
DryRun dryRunOf(const History &history, const std::string &who);

} // namespace lockcore

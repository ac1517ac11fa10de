// SPDX-License-Identifier: MIT
// What a run without faults shows of a library: which commands each request sends, with which lease it takes a lock, what its
// workers can do. Pure; any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// A command of a request. It is named by what it belongs to and its place there, not by counting from the start: one library asks
/// the server about itself first, another tries again.
struct RequestCommand
{
    Phase phase = Phase::Acquire;
    std::string command;  ///< in capitals; as Fault::command
    std::int64_t nth = 1; ///< of this name on its way to this server, within the request
    std::int64_t server = 0;
    bool replies = true; ///< false: it waits for others, or subscribes
    bool operator==(const RequestCommand &) const = default;
};

struct DryRun
{
    bool acquired = false;
    std::vector<RequestCommand> commands; ///< in their order; of the work only the first of a name: renewals are alike
    std::optional<Milliseconds> ttl;      ///< of the holding, when the acquire was done; none: it has none, or is not known
    entry::Ready greeting;
    bool operator==(const DryRun &) const = default;
};

/// Of the worker `who`, in its first round after the warm-up.
DryRun dryRunOf(const History &history, const std::string &who);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Writes the Lua of a release: compare, check the rights, change, wake. Short, because a person reads it before it runs. Pure.
//
// It returns {'gone'}, {'changed', difference}, {'denied', command}, or {'released', seconds, microseconds, told, problem}; the
// dry script returns {'would'} instead of the last. A failure after the first change cannot be rolled back, so that part runs
// in pcall and is reported as `problem`. Once a script has written, the server lets it continue even if it is out of memory.
//
// Channels are ARGV: as KEYS they would need a right to a key of that name, and a cluster would want them in the lock's slot.
#pragma once

#include "lockcore/monitor/release/release.h"

namespace lockcore {

struct ReleaseScript
{
    std::string lua;
    std::string dryLua;
    std::vector<Bytes> keys;
    std::vector<Bytes> arguments;
};

/// Whether the deadline was limited to latestTime. Then any later deadline counts as equal.
bool isCutDeadline(const ReleaseGuard &guard);

/// `guards` in order, beginning with the one on TYPE. The first of `changes` is the command that frees the lock.
ReleaseScript writeReleaseScript(const Bytes &lockKey, const ReleaseRecipe &recipe, const std::vector<ReleaseGuard> &guards,
                                 const std::vector<ReleaseStep> &changes, const std::vector<ReleaseStep> &wakeUps, bool checksRights);

} // namespace lockcore

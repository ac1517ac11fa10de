// SPDX-License-Identifier: MIT
// Codes in the catalogue of pitfalls, derived from what a history proves. Each function returns an empty string if the history leaves the
// code open: a code is never a guess.
#pragma once

#include "lockcore/judge/ending.h"

namespace lockcore::detail {

std::string pitfallOfFault(const Run &run, Number fault); ///< of a pause, a fault of a server, or an operator's action

/// A command with which another worker, or another owner in the same worker, removed or replaced a holding.
std::string pitfallOfRemoval(const Run &run, const Claim &victim, const Ending &ending);

/// A command of another worker that changed a holding, or its TTL. `number` is the change.
std::string pitfallOfChange(const Run &run, const Claim &victim, Number number);

/// A lease that the server ended before the time that was asked for.
std::string pitfallOfShorterLease(const Run &run, const Claim &claim, const Ending &ending);

/// A lease that ended before its owner was told of it, or before the end of the validity that the owner published.
std::string pitfallOfLateGrant(const Run &run, const Claim &claim, const Ending &ending);

/// Was this TTL asked for in another unit, seconds for milliseconds or the other way round?
bool isInAnotherUnit(Milliseconds ttl, Milliseconds lease);

} // namespace lockcore::detail

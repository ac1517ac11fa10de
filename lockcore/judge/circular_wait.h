// SPDX-License-Identifier: MIT
// Owners that wait for each other: each holds a lock for which another asks. No lock prevents that; only its users do, by taking their
// locks in one order.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

struct CircularWait
{
    std::vector<const Attempt *> attempts; ///< each asks for a lock that the owner of the next one claims; the last, of the first one
    std::vector<const Claim *> claims;     ///< of those locks
    Number from = 0, to = 0;               ///< all of them wait between these entries
};

/// Longer than the stall limit; a shorter one may be an answer on its way. In the order in which they begin.
std::vector<CircularWait> circularWaits(const Run &run);

/// `A and B waited for each other for 300 ms: A held `k1` and asked for `k2`, B held `k2` and asked for `k1``
std::string circularWaitText(const Run &run, const CircularWait &wait);

} // namespace lockcore::detail

// SPDX-License-Identifier: MIT
// How many states a search will meet, before it is made: from the same search with shorter times, and how fast it grows with them.
#pragma once

#include "lockcore/explorer/search.h"

namespace lockcore::explorer {

struct Estimate
{
    double states = 0;
    double seconds = 0;
    bool isAtLeast = false;                   ///< even with the shortest times there are too many to tell
    std::optional<Milliseconds> grantedLease; ///< of scripts: they give a much longer one than was asked for
};

/// What the acquiring script of these bounds does where there are no keys. Errors as Oracle::judge().
Result<Judgement> acquiredAlone(const Bounds &bounds, Oracle &oracle);

/// Whether a person should be asked before such a search.
bool isMuch(const Estimate &estimate);

/// Whether bounds are beyond what is usually searched in seconds, so that an estimate is worth its time.
bool mayExplode(const Bounds &bounds);

/// Takes some seconds at most: no search has more states than `mostTried`. Errors as search().
Result<Estimate> estimate(const Bounds &bounds, Oracle &oracle, Control &control, std::size_t mostTried = 200'000);

} // namespace lockcore::explorer

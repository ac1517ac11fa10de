// SPDX-License-Identifier: MIT
// Moments at which two owners believe in one lock, or are inside its critical section, at once.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// Was it alive at this entry? *Maybe* if it crashed, or the history ends, without a sign of life in between.
Certainty livedAt(const Run &run, const Incarnation &who, Number number);

/// Was the owner there at this entry, with a lock that it had not given back, and of which it had reported no loss?
Certainty ownedAt(const Run &run, const Claim &claim, Number number);

/// Does the owner believe at this entry that it holds the lock? As ownedAt(), within the validity that its worker published.
Certainty claimedAt(const Run &run, const Claim &claim, Number number);

struct Overlap
{
    std::size_t first = 0;  ///< claim that was there
    std::size_t second = 0; ///< claim that came
    Number at = 0;          ///< the ok or the enter of the second
    bool inside = false;    ///< both are in the critical section: certain without any clock
    Certainty certainty = Certainty::Yes;
    std::vector<Number> proof;
};

/// In the order of the entries. Requests of the warm-up do not count, readers do not overlap. Both owners must believe in the lock;
/// what may have ended a belief makes the overlap a *Maybe*.
std::vector<Overlap> overlapsOf(const Run &run);

/// Did one owner ask for a lock while another claimed it?
bool contended(const Run &run);

} // namespace lockcore::detail

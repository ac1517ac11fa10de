// SPDX-License-Identifier: MIT
// Moments at which two owners believe in one lock, or are in its critical section, at the same time.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// Whether the worker was alive at this entry. *Maybe* if it crashed, or the history ends, without a later sign of life.
Certainty livedAt(const Run &run, const Incarnation &who, Number number);

/// Whether the owner was alive at this entry, and had neither released the lock nor reported its loss.
Certainty ownedAt(const Run &run, const Claim &claim, Number number);

/// Whether the owner believed at this entry that it held the lock: as ownedAt(), and within the validity that its worker published.
Certainty claimedAt(const Run &run, const Claim &claim, Number number);

struct Overlap
{
    std::size_t first = 0;  ///< the claim that was there
    std::size_t second = 0; ///< the claim that began later
    Number at = 0;          ///< the `ok` or the `enter` of the second
    bool inside = false;    ///< both are in the critical section: certain without reading a clock
    Certainty certainty = Certainty::Yes;
    std::vector<Number> proof;
};

/// In the order of the entries. Requests of the warm-up do not count; readers do not overlap with readers. Both owners must believe that
/// they hold the lock. If something may have ended a belief, the overlap is a *Maybe*.
std::vector<Overlap> overlapsOf(const Run &run);

enum class Contention {
    NoLock,    ///< nobody got the lock
    None,      ///< nobody asked for it while another had it
    ForAKey,   ///< somebody asked while another's key was there, but its worker was dead, or had no answer yet
    ForAClaim, ///< somebody asked while another claimed it
};
Contention contentionIn(const Run &run); ///< the strongest

} // namespace lockcore::detail

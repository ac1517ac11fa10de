// SPDX-License-Identifier: MIT
// What happened between two looks at one lock. Pure: the table of events of the design, line by line.
#pragma once

#include "monitor/event.h"
#include "monitor/format.h"

namespace lockcore {

/// A lock as one look showed it.
struct Snapshot
{
    Look look;
    Finding finding;
};

/// What else is known about the time between the two looks.
struct Evidence
{
    bool firstSweep = false;   ///< nothing was known of the key, and we had only begun
    bool announced = false;    ///< a release was announced in between
    bool announces = false;    ///< this key has announced a release before, and would have been heard since
    bool outrun = false;       ///< the key changed again while it was read
    bool releasedByUs = false; ///< our own release of it succeeded in between
    std::vector<Bytes> freedByUs; ///< or we freed these of its holders
    bool ownerWasHere = false; ///< the owner now seen cannot have come back by an honest acquisition: its token had
                               ///< been gone, or it is the one from whom we released the lock
    bool afterOurRelease = false; ///< the latter
    std::optional<ServerTime> lastFree; ///< when no lock was there: at the last look, or as far as the last sweep tells
    bool seenFree = false;     ///< the former
};

/// Is at least one of those who held it still among the holders? Where the value names nobody: has it stayed the same?
bool isSameHolding(const Snapshot &before, const Snapshot &after);

/// In the order in which they must have happened. `before` and `after` are not both null.
std::vector<LockEvent> eventsBetween(const Snapshot *before, const Snapshot *after, const LockId &id, ServerTime at,
                                     const Evidence &evidence);

} // namespace lockcore

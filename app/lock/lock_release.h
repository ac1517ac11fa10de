// SPDX-License-Identifier: MIT
// The release after a command: retried after a lost connection, as long as there is something to release.
#pragma once

#include "lockcore/locks/lock.h"

#include <functional>

namespace lockscope {

struct LastRelease
{
    lockcore::Released released;
    bool wasUnknown = false; ///< the outcome is Done, but an answer was lost: afterwards the lock was no longer ours
};

/// The server cannot serve the command now, but may soon: it loads its data, or its cluster moves the slot or has lost a primary. The command
/// has not run.
bool isPassing(const lockcore::Error &error);

/// Tries until there is an answer, until `until`, or until `goesOn` returns false. It is called before each further try.
lockcore::Task<LastRelease> releaseBefore(lockcore::Lock &lock, lockcore::Clock &clock, lockcore::Moment until,
                                          std::function<bool()> goesOn);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The release after a command: retried after a lost connection, as long as there is something to release.
#pragma once

#include "lockcore/locks/lock.h"

#include <functional>

namespace lockscope {

struct LastRelease
{
    lockcore::Released released;
    bool wasUnknown = false; ///< Done, after a lost answer: the lock was then seen not to be ours any more
};

/// Tries until there is an answer, until `until`, or until `goesOn`, which is asked before each further try, returns false.
lockcore::Task<LastRelease> releaseBefore(lockcore::Lock &lock, lockcore::Clock &clock, lockcore::Moment until,
                                          std::function<bool()> goesOn);

} // namespace lockscope

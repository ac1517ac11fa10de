// SPDX-License-Identifier: MIT
// The release at the end of a command: tried again when the connection was lost, as long as there is something to release.
#pragma once

#include "lockcore/locks/lock.h"

#include <functional>

namespace lockscope {

struct LastRelease
{
    lockcore::Released released;
    bool wasUnknown = false; ///< Done: an answer was lost, and then it was seen that the lock is not ours any more
};

/// Tries until there is an answer, or it is `until`, or `goesOn`, asked before each further try, says no.
lockcore::Task<LastRelease> releaseBefore(lockcore::Lock &lock, lockcore::Clock &clock, lockcore::Moment until,
                                          std::function<bool()> goesOn);

} // namespace lockscope

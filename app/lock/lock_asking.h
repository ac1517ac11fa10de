// SPDX-License-Identifier: MIT
// Acquires the lock before a command runs. If the connection is lost and comes back, it continues to wait.
#pragma once

#include "lockcore/locks/lock.h"

#include <functional>

namespace lockscope {

struct LockRequest
{
    lockcore::Lease lease;
    lockcore::Wait wait;
    bool releasesSafely = false;       ///< true for sound protocols: after a lost answer to a grant, release before the next try
    std::function<bool()> withdrawn;   ///< true ends the waiting before the next try; the lock's stopWaiting() ends the current try
    std::function<void()> interrupted; ///< called once, when the connection is lost and the waiting continues
};

/// Tries until there is an answer or the waiting time is over.
lockcore::Task<lockcore::Acquired> acquireThroughLosses(lockcore::Lock &lock, lockcore::Clock &clock, LockRequest request);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The acquisition before a command. A connection that is lost meanwhile and comes back is no reason to wait no longer.
#pragma once

#include "lockcore/locks/lock.h"

#include <functional>

namespace lockscope {

struct LockRequest
{
    lockcore::Lease lease;
    lockcore::Wait wait;
    bool releasesSafely = false;       ///< the protocol does: then a grant whose answer was lost is taken back before the next try
    std::function<bool()> withdrawn;   ///< ends it before the next try; the lock's stopWaiting() ends the try itself
    std::function<void()> interrupted; ///< called once: the connection was lost, and it goes on
};

/// Tries until there is an answer or the time to wait is over.
lockcore::Task<lockcore::Acquired> acquireThroughLosses(lockcore::Lock &lock, lockcore::Clock &clock, LockRequest request);

} // namespace lockscope

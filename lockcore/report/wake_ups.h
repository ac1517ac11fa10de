// SPDX-License-Identifier: MIT
// How long a lock was free although a worker waited for it, and who was not woken. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// One duration for each time that a lock became free while a worker waited: until the first of these waiters had it. Times at which
/// another worker took it in between are left out. A lock is free when its holding is gone from Redis (when its lease ended, not when the
/// server noticed). If the run looked at no keys, it is free when its release was sent.
std::vector<Microseconds> wakeUpsOf(const Run &run);

/// A waiter that had subscribed before the lock was released, and then slept although the lock was free: the message was lost, or nobody
/// sent it. Its own polling or its time-out woke it in the end.
struct LostWakeUp
{
    Incarnation who;
    std::string lock;
    Number freed = 0, next = 0; ///< the entries of the release, and of its next command
    Microseconds slept{0};      ///< between them
    bool undisturbed = false;   ///< no fault met it, or who released the lock, since it asked
};

/// Only where the waiter ran and nothing delayed it.
std::vector<LostWakeUp> lostWakeUpsIn(const Run &run);

} // namespace lockcore::detail

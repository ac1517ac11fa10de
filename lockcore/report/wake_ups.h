// SPDX-License-Identifier: MIT
// How long a lock was free although a worker waited for it. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// One duration for each time that a lock became free while a worker waited: until the first of these waiters had it. Times at which
/// another worker took it in between are left out. A lock is free when its holding is gone from Redis (when its lease ended, not when the
/// server noticed). If the run looked at no keys, it is free when its release was sent.
std::vector<Microseconds> wakeUpsOf(const Run &run);

} // namespace lockcore::detail

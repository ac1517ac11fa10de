// SPDX-License-Identifier: MIT
// How long a lock was free although a worker waited for it. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// Of each time that a lock became free while a worker waited: until the first of those who waited had it. What somebody else took
/// in between is left out. A lock is free when its holding is gone from Redis (when its lease ran out, not when the server noticed);
/// where nobody looked, when its release was sent.
std::vector<Microseconds> wakeUpsOf(const Run &run);

} // namespace lockcore::detail

// SPDX-License-Identifier: MIT
// Looks at one lock for a while before it is released, so that a command, too, knows whether its holder renews it.
#pragma once

#include "lockcore/monitor/release/release_connection.h"

namespace lockcore {

/// Looks twice a second for this time, on its own connection; ends early if the lock cannot be read or is gone, which the plan then says.
/// None: it was never seen as a lock. The renewals in the result are a lower bound: those between two looks count as one.
Task<std::optional<LockInfo>> observeLock(ReleaseConnection connection, ReleaseRequest wish, Milliseconds time,
                                          const Classifier &classifier, Clock &clock);

} // namespace lockcore

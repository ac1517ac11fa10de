// SPDX-License-Identifier: MIT
// A release without a script, for users who may not run scripts: WATCH, compare, MULTI, change, wake, EXEC. The server checks every right
// while it queues. EXEC is sent only if the server accepted MULTI and every queued command, so nothing happens if a right is missing. Needs
// its own connection.
#pragma once

#include "lockcore/monitor/release/release.h"
#include "lockcore/redis/connection.h"

#include <functional>

namespace lockcore {

/// Fills in outcome, changed, error, at, told, ran. If a command depends on the data at that moment (the head of a fair queue), `replan`
/// returns a new plan after everything is watched. Error: the data cannot be read.
Task<void> releaseByTransaction(Connection &connection, ReleasePlan plan, std::function<Task<Result<ReleasePlan>>()> replan,
                                ReleaseReport &report);

} // namespace lockcore

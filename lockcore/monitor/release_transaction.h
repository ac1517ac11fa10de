// SPDX-License-Identifier: MIT
// A release without a script, where scripts are not permitted: WATCH, compare, MULTI, change, wake, EXEC. The server checks
// every right while it queues, so nothing happens where one is missing. Needs a connection of its own.
#pragma once

#include "monitor/release.h"
#include "redis/connection.h"

#include <functional>

namespace lockcore {

/// Fills in outcome, changed, error, at, told, ran. Where a command's words follow from what is there at that moment (the
/// head of a fair queue), `replan` is asked for the plan anew once all is watched; Error: it cannot be read.
Task<void> releaseByTransaction(Connection &connection, ReleasePlan plan, std::function<Task<Result<ReleasePlan>>()> replan,
                                ReleaseReport &report);

} // namespace lockcore

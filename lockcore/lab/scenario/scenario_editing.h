// SPDX-License-Identifier: MIT
// Takes parts out of a scenario so that the rest still plays: nothing names, or waits for, what is gone, and nothing is asked of a library
// that no worker needs. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// The capabilities that a library needs for what its workers are: readers and writers, owners of one process.
std::vector<std::string> needsOf(const Scenario &scenario);

/// With what is done to it, and every condition about it. Who shared its process gets one of its own.
void removeWorker(Scenario &scenario, const std::string &name);

/// Faults of `original`, or locks of its workers, were taken out of `scenario`. Conditions that only these made happen would wait until the
/// limit: they go, and so do the faults that wait for them.
void dropLost(Scenario &scenario, const Scenario &original);

void dropUnusedLocks(Scenario &scenario);

} // namespace lockcore

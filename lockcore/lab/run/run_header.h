// SPDX-License-Identifier: MIT
// Line 1 of a run's history: the settings of the run. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

HistoryHeader headerOf(const RunContext &context, const RunWorkers &workers); ///< call it when the workers are ready

} // namespace lockcore

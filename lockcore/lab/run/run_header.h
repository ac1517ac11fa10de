// SPDX-License-Identifier: MIT
// Line 1 of a run's history: what was agreed before it. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

HistoryHeader headerOf(const RunContext &context, const RunWorkers &workers); ///< once they are ready

} // namespace lockcore

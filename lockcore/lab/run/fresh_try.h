// SPDX-License-Identifier: MIT
// At the end of a run a fresh worker tries to take the lock, as long as a dead holder's lease, and dead waiters' places, may last:
// whether a lock is immortal shows in nothing else. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

/// Errors as of RunWorkers::startFresh().
Task<Result<void>> tryFresh(RunContext *context, RunWorkers *workers);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// At the end of a run a fresh worker tries to take each lock, for as long as the lease of a dead holder and the queue places of dead waiters
// may last. Only this shows whether a lock is immortal. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

/// False if a lock could not be taken. Errors as RunWorkers::startFresh().
Task<Result<bool>> tryFresh(RunContext *context, RunWorkers *workers);

} // namespace lockcore

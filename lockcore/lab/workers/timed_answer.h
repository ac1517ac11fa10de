// SPDX-License-Identifier: MIT
// An answer of a worker, if it comes in time. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_worker.h"

namespace lockcore {

/// Completes with the answer (none: the worker is dead), or without one when the time is over.
Task<std::optional<RunWorker::Answer>> answerWithin(Waiting<RunWorker::Answer> answer, Waiting<void> time, ReadyQueue *queue);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Waits for a worker's answer for a limited time. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_worker.h"

namespace lockcore {

/// Completes with the answer (inner nullopt: the worker is dead), or with outer nullopt when the time is over.
Task<std::optional<RunWorker::Answer>> answerWithin(Waiting<RunWorker::Answer> answer, Waiting<void> time, ReadyQueue *queue);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Answers the workers' calls to the protected resource, and keeps a worker inside its work as long as its plan requires: a worker does not
// sleep, but waits for the answer to its `read`. Thread of the event loop.
#pragma once

#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

class ResourceDesk final
{
public:
    ResourceDesk(RunContext &context, RunWorkers &workers);

private:
    void answer(RunWorker &worker, const worker::ResourceCall &call);
    void drainTheDead(const std::string &lock);
    Task<void> answerLater(RunWorker *worker, worker::ResourceAnswer answer, const ScenarioSection *plan);

    RunContext &m_context;
    RunWorkers &m_workers;
    Scope m_answering; ///< the run does not wait for it: an answer to a dead worker may never become due
};

} // namespace lockcore

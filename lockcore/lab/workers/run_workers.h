// SPDX-License-Identifier: MIT
// The workers of a run: those of the scenario, in its order, then a fresh one. Thread of the event loop.
#pragma once

#include "lockcore/lab/servers/run_servers.h"
#include "lockcore/lab/workers/run_worker.h"

namespace lockcore {

class RunWorkers final
{
public:
    RunWorkers(RunContext &context, RunServers &servers);

    std::function<void(RunWorker &, const worker::ResourceCall &)> called;

    /// Those of the scenario, a few at a time. Errors: Transport; Refused, with a sentence about what a worker did wrong.
    Task<Result<void>> startAll();
    Task<Result<RunWorker *>> startFresh();      ///< one more; errors likewise
    Task<Result<void>> start(RunWorker *worker); ///< its next incarnation; errors likewise

    /// Connections are made and scripts are loaded before anything is judged: each takes a lock of its own and gives it back.
    Task<void> warmUp();
    /// Of a request that nothing stands in the way of: if it does not come in time, or the worker is dead, the run ends with a sentence.
    Task<RunWorker::Answer> inTime(RunWorker *worker, std::string request, Waiting<RunWorker::Answer> answer);

    void heal();         ///< networks are well, and nobody is paused any more
    Task<void> sayBye(); ///< then they are dead

    const std::vector<std::unique_ptr<RunWorker>> &all() const { return m_workers; }
    RunWorker &named(const std::string &name) const; ///< one of them
    bool can(std::string_view capability) const;     ///< each of them

private:
    RunWorker &add(const std::string &name, Milliseconds skew);
    Task<void> warmUp(RunWorker *worker);
    void noteWarmUp(const RunWorker &worker, const worker::Answer &acquired, const std::string &lock);
    void refuse(const RunWorker &worker, const std::string &what);

    RunContext &m_context;
    RunServers &m_servers;
    std::vector<std::unique_ptr<RunWorker>> m_workers;
};

} // namespace lockcore

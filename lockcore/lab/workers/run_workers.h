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

    /// Starts the workers of the scenario, a few at a time. Errors: Transport; Refused, with a sentence about the worker's mistake.
    Task<Result<void>> startAll();
    Task<Result<RunWorker *>> startFresh();      ///< one more; errors likewise
    Task<Result<void>> start(RunWorker *worker); ///< starts its next incarnation; errors likewise

    /// Each worker takes and releases its own lock, so that connections are made and scripts are loaded before anything is judged. If its key does not
    /// show the lock's name, as a hash does not, the first worker then takes and releases each lock of the run, which shows the keys.
    Task<void> warmUp();
    /// For a request that must succeed: if its answer does not come in time, or the worker is dead, the run ends with a sentence.
    Task<RunWorker::Answer> inTime(RunWorker *worker, std::string request, Waiting<RunWorker::Answer> answer);

    void heal();         ///< heals all networks and resumes all paused workers
    Task<void> sayBye(); ///< completes when all workers are dead

    const std::vector<std::unique_ptr<RunWorker>> &all() const { return m_workers; }
    RunWorker &named(const std::string &name) const; ///< the process of the worker with this name, which must exist
    bool can(std::string_view capability) const;     ///< true if every worker can

private:
    RunWorker &add(const std::string &name, Milliseconds skew);
    Task<void> warmUp(RunWorker *worker, std::string lock);
    void noteWarmUp(const RunWorker &worker, const worker::Answer &acquired, const std::string &lock);
    void refuse(const RunWorker &worker, const std::string &what);

    RunContext &m_context;
    RunServers &m_servers;
    std::vector<std::unique_ptr<RunWorker>> m_workers;
    bool m_namesAreInKeys = true;
};

} // namespace lockcore

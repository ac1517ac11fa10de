// SPDX-License-Identifier: MIT
// Plays the plan of each worker, round by round: acquire, work, release. Thread of the event loop.
#pragma once

#include "lockcore/lab/context/run_context.h"
#include "lockcore/lab/workers/run_worker.h"

namespace lockcore {

class Rounds final
{
public:
    explicit Rounds(RunContext &context);

    /// All rounds of this incarnation; they end early if it dies. A run by hand has no last round.
    Task<void> play(RunWorker *worker, const ScenarioWorker *plan);

private:
    Task<void> rest(const ScenarioWorker *plan, std::int64_t round);
    Task<bool> playOne(RunWorker *worker, const ScenarioWorker *plan); ///< false: the incarnation has died, or its body has thrown
    struct Held
    {
        std::int64_t count = 0;
        RunWorker::Answer last; ///< the answer to the last acquire; ok if there was none
    };
    Task<Held> acquireAll(RunWorker *worker, const ScenarioWorker *plan);
    using Ask = std::function<Waiting<RunWorker::Answer>()>;
    enum class Undo { Needless, Release, Impossible }; ///< how to undo a request that may have succeeded
    Task<RunWorker::Answer> ask(RunWorker *worker, const ScenarioWorker *plan, Ask request, Undo undo);
    Task<RunWorker::Answer> acquire(RunWorker *worker, const ScenarioWorker *plan, bool again);
    Task<bool> giveBack(RunWorker *worker, const ScenarioWorker *plan, std::int64_t times);
    Task<void> probe(RunWorker *worker);
    void noteOk(const RunWorker &worker);

    RunContext &m_context;
    std::map<std::string, bool> m_probing; ///< by worker: must it be probed before its release?
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Plays what a scenario plans for its workers, round by round: acquire, work, give back. Thread of the event loop.
#pragma once

#include "lockcore/lab/context/run_context.h"
#include "lockcore/lab/workers/run_worker.h"

namespace lockcore {

class Rounds final
{
public:
    explicit Rounds(RunContext &context);

    /// All rounds of this incarnation; they end early with it. By hand there is no last one.
    Task<void> play(RunWorker *worker, const ScenarioWorker *plan);

private:
    Task<void> rest(const ScenarioWorker *plan, std::int64_t round);
    Task<bool> playOne(RunWorker *worker, const ScenarioWorker *plan); ///< false: the incarnation is dead, or its body
    struct Held
    {
        std::int64_t count = 0;
        RunWorker::Answer last; ///< to the last acquire; ok if there was none
    };
    Task<Held> acquireAll(RunWorker *worker, const ScenarioWorker *plan);
    using Ask = std::function<Waiting<RunWorker::Answer>()>;
    enum class Undo { Needless, Release, Impossible }; ///< of what may have succeeded
    Task<RunWorker::Answer> ask(RunWorker *worker, const ScenarioWorker *plan, Ask request, Undo undo);
    Task<RunWorker::Answer> acquire(RunWorker *worker, const ScenarioWorker *plan, bool again);
    Task<bool> giveBack(RunWorker *worker, const ScenarioWorker *plan, std::int64_t times);
    Task<void> probe(RunWorker *worker);
    void noteOk(const RunWorker &worker);

    RunContext &m_context;
    std::map<std::string, bool> m_probing; ///< by worker: a probe is to be sent before its release
};

} // namespace lockcore

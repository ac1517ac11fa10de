// SPDX-License-Identifier: MIT
// Plays the plan of each worker, round by round: acquire, work, release, and inside that the same with other locks. Thread of the event loop.
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

    void finish(); ///< by hand: no further round begins, and nobody rests any more

private:
    Task<void> rest(const ScenarioWorker *plan, std::int64_t round);
    // False: the incarnation has died, or its body has thrown.
    Task<bool> playOne(RunWorker *worker, const ScenarioSection *plan);
    Task<bool> work(RunWorker *worker, const ScenarioSection *plan);
    Task<bool> giveBack(RunWorker *worker, const ScenarioSection *plan, std::int64_t times);

    struct Held
    {
        std::int64_t count = 0;
        RunWorker::Answer last; ///< the answer to the last acquire; ok if there was none
    };
    Task<Held> acquireAll(RunWorker *worker, const ScenarioSection *plan);
    using Ask = std::function<Waiting<RunWorker::Answer>()>;
    enum class Undo { Needless, Release, Impossible }; ///< how to undo a request that may have succeeded
    Task<RunWorker::Answer> ask(RunWorker *worker, const ScenarioSection *plan, Ask request, Undo undo);
    Task<RunWorker::Answer> acquire(RunWorker *worker, const ScenarioSection *plan, bool again);
    Task<void> probe(RunWorker *worker, std::string lock);
    void noteOk(const RunWorker &worker, const std::string &lock);

    RunContext &m_context;
    bool m_finishing = false;
    std::map<std::pair<std::string, std::string>, bool> m_probing; ///< by worker and lock: must it be probed before its release?
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Plays the plan of each worker, round by round: acquire, work, release, and inside that the same with other locks. Thread of the event loop.
#pragma once

#include "lockcore/lab/context/run_context.h"
#include "lockcore/lab/workers/run_worker.h"

namespace lockcore {

/// Who plays a plan: a worker, or one of several owners in its process.
struct Player
{
    RunWorker *worker;
    worker::Owner owner; ///< empty: the only one

    const std::string &name() const { return worker->nameOf(owner); }
};

class Rounds final
{
public:
    explicit Rounds(RunContext &context);

    /// All rounds of this incarnation; they end early if it dies. A run by hand has no last round.
    Task<void> play(RunWorker *worker, const ScenarioWorker *plan);

    /// Takes the lock as the plan does, waits for it for three leases, and gives it back: no extension. Only who worked past a lease of the
    /// library's own works again, as its watchdog may not have survived what happened.
    Task<void> playOnceMore(RunWorker *worker, const ScenarioWorker *plan);

    void finish(); ///< by hand: no further round begins, and nobody rests any more

private:
    Task<void> rest(const ScenarioWorker *plan, std::int64_t round);
    // False: the incarnation has died, or its body has thrown.
    Task<bool> playOne(Player player, const ScenarioSection *plan);
    Task<bool> work(Player player, const ScenarioSection *plan);
    Task<bool> giveBack(Player player, const ScenarioSection *plan, std::int64_t times);

    RequestedLock about(const Player &player, const ScenarioSection *plan) const { return {m_context.lockOf(*plan), player.owner}; }

    struct Held
    {
        std::int64_t count = 0;
        RunWorker::Answer last; ///< the answer to the last acquire; ok if there was none
    };
    Task<Held> acquireAll(Player player, const ScenarioSection *plan);
    using Ask = std::function<Waiting<RunWorker::Answer>()>;
    enum class Undo { Needless, Release, Impossible }; ///< how to undo a request that may have succeeded
    Task<RunWorker::Answer> ask(Player player, const ScenarioSection *plan, Ask request, Undo undo);
    Task<RunWorker::Answer> acquire(Player player, const ScenarioSection *plan, bool again);
    Task<void> probe(Player player, std::string lock);
    void noteOk(const Player &player, const std::string &lock);

    RunContext &m_context;
    bool m_finishing = false;
    std::map<std::pair<std::string, std::string>, bool> m_probing; ///< by worker and lock: must it be probed before its release?
};

} // namespace lockcore

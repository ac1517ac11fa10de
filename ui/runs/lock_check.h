// SPDX-License-Identifier: MIT
// Plays *Check my lock*: self-test, stories, sweep, once more what stayed open, and a hunt, one part after the other. A worker that fails its
// self-test is not tested further. Runs on the thread of its event loop.
#pragma once

#include "ui/runs/boundary_sweep.h"
#include "ui/runs/check_making.h"
#include "ui/runs/hunt.h"
#include "ui/runs/selftest_run.h"

namespace lockscope {

/// How long a check hunts that has taken so long already: 30 s to two minutes, so that it is over after five, as the hunt's last pairs end
/// after its time. On other stores, leases of seconds take longer anyway: two minutes.
lockcore::Milliseconds timeToHunt(lockcore::Store store, lockcore::Milliseconds soFar);

class LockCheck final
{
public:
    struct Options
    {
        RunSetup setup; ///< with the command of a worker
        std::optional<std::uint64_t> seed;
        QString runs;                                   ///< the place for its folder; empty: the usual place
        std::optional<lockcore::Milliseconds> huntTime; ///< none: timeToHunt()
        lockcore::Store store = lockcore::Store::Redis;
    };

    explicit LockCheck(Options options);

    lockcore::EventLoop &loop() { return m_runs->loop(); }

    lockcore::Task<void> play(); ///< call it once

    Check result() const; ///< the result so far; before the end of play(), parts wait or play
    Check stop();         ///< the result of what was played until now; keeps it. Destroy the Scope of play() next

    std::function<void()> changed{}; ///< called when a part begins or ends, and after each run

private:
    using Part = CheckPart::Kind;
    static PooledRuns::Options pooled(const Options &options, const QString &folder, std::uint64_t seed);
    lockcore::Task<void> playParts();
    lockcore::Task<void> playSelftest();
    lockcore::Task<void> playStories();
    lockcore::Task<void> playSweep();
    lockcore::Task<void> playOpenAgain();
    lockcore::Task<void> playHunt();
    void fail(lockcore::Error error);
    void keep(const Check &check) const; ///< check.html and check.json in its folder
    bool isOver() const;                 ///< nothing else needs to be played
    CheckPart &part(Part kind);
    void begin(Part kind);
    void end(Part kind, const std::string &failure = {});
    void tell();

    const Options m_options;
    CheckParts m_parts;
    std::unique_ptr<PooledRuns> m_runs;
    std::unique_ptr<SelftestRun> m_selftest;
    std::unique_ptr<Suite> m_suite;
    std::unique_ptr<BoundarySweep> m_sweep;
    std::unique_ptr<Hunt> m_hunt;
    const lockcore::LoopClock m_clock;
    const lockcore::Moment m_begin;
    lockcore::Moment m_partBegin;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Plays a boundary sweep: runs without faults show what a library does, then each cell is played. Runs on the thread of its event loop.
#pragma once

#include "ui/runs/pooled_runs.h"
#include "ui/runs/sweep_result.h"

namespace lockscope {

class BoundarySweep final
{
public:
    explicit BoundarySweep(PooledRuns &runs); ///< `runs` must outlive this object

    lockcore::Task<void> play(); ///< call it once

    /// Plays these cells once more, one at a time, and returns how many. Only after play().
    lockcore::Task<std::int64_t> playAgain(std::function<bool(const SweepRun &)> which);

    SweepResult result() const; ///< the result so far

    std::function<void()> changed{}; ///< called when the sweep is planned, and after each cell

private:
    lockcore::Task<void> learn(lockcore::SweepPart part, std::optional<lockcore::DryRun> *lesson, bool extends = false);
    lockcore::Task<void> learnAll();
    lockcore::Task<void> playCell(std::size_t index, int mostPlays);
    void fail(const lockcore::Error &error);
    void plan();
    void tellProgress() const;

    PooledRuns &m_runs;
    SweepResult m_result;
    lockcore::SweepLessons m_lessons;
    const lockcore::Moment m_begin;
    lockcore::Scope m_playing;
};

} // namespace lockscope

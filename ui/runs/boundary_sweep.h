// SPDX-License-Identifier: MIT
// The boundary sweep as it is played: learns what a library does from runs without faults, then plays each cell. Thread of the event loop
// of its runs.
#pragma once

#include "ui/runs/pooled_runs.h"
#include "ui/runs/sweep_result.h"

namespace lockscope {

class BoundarySweep final
{
public:
    explicit BoundarySweep(PooledRuns &runs); ///< `runs` outlives it

    lockcore::Task<void> play(); ///< once

    SweepResult result() const; ///< so far

    std::function<void()> changed{}; ///< it is planned, or a cell was played

private:
    lockcore::Task<void> learn(lockcore::DryRunKind kind, std::optional<lockcore::DryRun> *lesson);
    lockcore::Task<void> learnAll();
    lockcore::Task<void> playCell(std::size_t index);
    void fail(const lockcore::Error &error);
    void plan();
    void tellProgress() const;

    PooledRuns &m_runs;
    SweepResult m_result;
    std::optional<lockcore::DryRun> m_given, m_own, m_extending;
    std::size_t m_done = 0;
    const lockcore::Moment m_begin;
    lockcore::Scope m_playing;
};

} // namespace lockscope

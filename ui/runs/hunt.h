// SPDX-License-Identifier: MIT
// Plays a hunt: random scenarios until one violates a property that must hold, or the time is over; then shrinks that
// scenario. Runs on the thread of its event loop.
#pragma once

#include "ui/runs/hunt_result.h"
#include "ui/runs/pooled_runs.h"

namespace lockscope {

class Hunt final
{
public:
    Hunt(PooledRuns &runs, lockcore::Milliseconds limit);

    lockcore::Task<void> play(); ///< call it once

    HuntResult result() const; ///< the result so far

    std::function<void()> changed{}; ///< called after each run

private:
    lockcore::Task<void> learn();
    lockcore::Task<void> playScenarios();
    lockcore::Task<void> playNext();
    void note(const PooledRuns::Run &run);
    QString kept(const QString &name, PooledRuns::Run &run);
    void noteMistake(std::uint64_t number, PooledRuns::Run &run);
    void noteCatch(std::uint64_t number, PooledRuns::Run run);
    lockcore::Task<void> shrink();
    lockcore::Task<void> shrinkOnce(int needed, bool *smaller);
    lockcore::Task<void> firm();
    /// Plays the scenario `plays` times and counts how often it showed the mistake.
    lockcore::Task<lockcore::Shown> playOften(lockcore::Scenario scenario, int plays, bool keepsFolders);
    lockcore::Task<void> playOnce(lockcore::Scenario scenario, QString folder, std::vector<LabResult> *results);
    void save();
    bool isOver() const { return m_runs.clock().now() >= m_end; }
    void showProgress() const;

    PooledRuns &m_runs;
    HuntResult m_result;
    std::optional<lockcore::HuntPlan> m_plan; ///< none: not yet known what the library can do
    const lockcore::Moment m_begin;
    lockcore::Moment m_end;
    QString m_folder;
    int m_failedInARow = 0;
    bool m_done = false;
    lockcore::Scope m_playing;
};

} // namespace lockscope

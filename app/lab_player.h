// SPDX-License-Identifier: MIT
// Plays the runs of a sweep or a hunt: several at once, with workers as the options say, and keeps their folders. Thread of its event
// loop.
#pragma once

#include "app/lab_options.h"
#include "app/lab_output.h"
#include "lockcore/base/scope.h"
#include "lockcore/lab/run_pool.h"
#include "lockcore/lab/sweep_plan.h"
#include "lockcore/redis/event_loop.h"

namespace lockscope {

class LabPlayer final
{
public:
    explicit LabPlayer(const LabOptions &options);

    lockcore::EventLoop &loop() { return m_loop; }
    const lockcore::Clock &clock() const { return m_clock; }
    std::size_t atOnce() const { return static_cast<std::size_t>(m_pool.threads()); }
    std::uint64_t seed() const { return m_seed; } ///< of all: as asked for, or a new one
    lockcore::SweepSubject subject() const;       ///< with the usual times

    struct Run
    {
        LabResult result; ///< of a scenario that expects nothing
        lockcore::History history;
    };

    /// With the scenario's seed, if it has one. `folder`: for the history, later for keep(); empty: nothing is kept.
    lockcore::Task<Run> play(lockcore::Scenario scenario, QString folder);

    /// Into the folder that it was played with, if there is one: the scenario, which from now on expects what came out, the verdicts, the
    /// report. What cannot be written becomes the error of the result.
    void keep(Run &run) const;
    void keepIn(const QString &folder, Run &run) const; ///< likewise with the history, of a run that was played without a folder

    /// A folder for all runs, `sweep-token-42`. Error: Refused.
    lockcore::Result<QString> newFolder(const QString &kind) const;

    /// A line that the next one, or clearProgress(), replaces; only on a terminal.
    void showProgress(const QString &text) const;
    void clearProgress() const;

private:
    const LabOptions m_options;
    const std::uint64_t m_seed;
    const bool m_showsProgress;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::RunPool m_pool;
};

} // namespace lockscope

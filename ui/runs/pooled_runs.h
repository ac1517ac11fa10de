// SPDX-License-Identifier: MIT
// Plays the many runs of a suite, a sweep or a hunt, for a command or for the window. It plays several at once and keeps their folders.
// Runs on the thread of its event loop.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/search/sweep_plan.h"
#include "lockcore/redis/event_loop.h"
#include "ui/runs/run_setup.h"

namespace lockscope {

class PooledRuns final
{
public:
    struct Options
    {
        RunSetup setup;
        lockcore::SweepSubject subject;    ///< for a sweep or a hunt
        std::optional<std::uint64_t> seed; ///< for all runs; none: a new one
        QString runs;                      ///< the place for the folders; empty: the usual place
        int atOnce = lockcore::RunPool::usualThreads();
        std::function<void(const QString &)> progress{}; ///< called on this thread with a line that replaces the last one; may be empty
    };

    explicit PooledRuns(Options options);

    lockcore::EventLoop &loop() { return m_loop; }
    const lockcore::Clock &clock() const { return m_clock; }
    const Options &options() const { return m_options; }
    std::size_t atOnce() const { return static_cast<std::size_t>(m_pool.threads()); }
    std::uint64_t seed() const { return m_seed; } ///< the requested seed, or a new one

    struct Run
    {
        LabResult result;
        lockcore::History history;
    };

    /// `planned` has the scenario, seed, folder and expectations; with a folder, the history is written there. `entries` is called with the
    /// length of the history from time to time.
    lockcore::Task<Run> play(LabResult planned, std::function<void(std::size_t)> entries = nullptr);

    /// Plays a scenario without expectations, with its own seed if it has one. Empty `folder`: nothing is kept.
    lockcore::Task<Run> play(lockcore::Scenario scenario, QString folder);

    /// Writes the scenario as given, the verdicts and the report to the run's folder, if it has one. A failure to write becomes the error
    /// of the result.
    void keep(Run &run, const QByteArray &scenario) const;
    void keep(Run &run) const;                          ///< also sets the outcomes as the scenario's expectations
    void keepIn(const QString &folder, Run &run) const; ///< the same, also writes the history; for a run that was played without a folder

    /// Creates a folder for all runs, `sweep-token-42`. Error: Refused.
    lockcore::Result<QString> newFolder(const QString &kind) const;

    void tell(const QString &progress) const;

private:
    const Options m_options;
    const std::uint64_t m_seed;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::RunPool m_pool;
};

/// The subject of a sweep or a hunt, with the usual times of the store. Empty `protocol`: an external command.
lockcore::SweepSubject subjectOf(const std::string &protocol, std::map<std::string, std::string> options = {},
                                 lockcore::Store store = lockcore::Store::Redis);

} // namespace lockscope

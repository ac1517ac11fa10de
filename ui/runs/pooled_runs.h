// SPDX-License-Identifier: MIT
// Plays the many runs of a suite, a sweep or a hunt, for a command or for the window: several at once, and keeps their folders. Thread
// of its event loop.
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
        lockcore::SweepSubject subject;    ///< of a sweep or a hunt
        std::optional<std::uint64_t> seed; ///< of all; none: a new one
        QString runs;                      ///< where the folders are; empty: the usual place
        int atOnce = lockcore::RunPool::usualThreads();
        std::function<void(const QString &)> progress{}; ///< a line that replaces the last one, on this thread; none: nobody is told
    };

    explicit PooledRuns(Options options);

    lockcore::EventLoop &loop() { return m_loop; }
    const lockcore::Clock &clock() const { return m_clock; }
    const Options &options() const { return m_options; }
    std::size_t atOnce() const { return static_cast<std::size_t>(m_pool.threads()); }
    std::uint64_t seed() const { return m_seed; } ///< as asked for, or a new one

    struct Run
    {
        LabResult result;
        lockcore::History history;
    };

    /// `planned`: its scenario, seed, folder and what is expected of it; with a folder, the history is written there. `entries`: is told how
    /// long the history is, from time to time.
    lockcore::Task<Run> play(LabResult planned, std::function<void(std::size_t)> entries = nullptr);

    /// A scenario that expects nothing, with its own seed, if it has one. `folder` empty: nothing is kept.
    lockcore::Task<Run> play(lockcore::Scenario scenario, QString folder);

    /// Into the folder that it was played with, if there is one: the scenario as given, the verdicts, the report. What cannot be written
    /// becomes the error of the result.
    void keep(Run &run, const QByteArray &scenario) const;
    void keep(Run &run) const;                          ///< its scenario expects from now on what came out
    void keepIn(const QString &folder, Run &run) const; ///< likewise with the history, of a run that was played without a folder

    /// A folder for all runs, `sweep-token-42`. Error: Refused.
    lockcore::Result<QString> newFolder(const QString &kind) const;

    void tell(const QString &progress) const;

private:
    const Options m_options;
    const std::uint64_t m_seed;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::RunPool m_pool;
};

/// What a sweep or a hunt is about, with the usual times. `protocol` empty: a command from outside.
lockcore::SweepSubject subjectOf(const std::string &protocol, std::map<std::string, std::string> options = {});

} // namespace lockscope

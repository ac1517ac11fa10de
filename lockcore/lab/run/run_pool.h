// SPDX-License-Identifier: MIT
// Plays several runs at once, each on its own thread: the start of one run's server, or its judge, must not delay another run. Lives on a
// thread with an event loop, and answers there.
#pragma once

#include "lockcore/lab/context/run_handle.h"
#include "lockcore/lab/run/lab_run.h"

#include <QObject>

#include <deque>
#include <memory>

namespace lockcore {

/// The new entries of a run's history.
struct RunNews
{
    HistoryHeader header;
    std::vector<HistoryEntry> entries; ///< since the last news; the first time, all
};

struct RunOrder
{
    Scenario scenario;
    LabRun::Options options;
    // Both are called on the pool's thread.
    std::function<void(const Endpoint &)> serves{}; ///< once, when its first server answers; with its password. Not for a foreign server
    std::function<void(const RunNews &)> news{};    ///< from the beginning of the rounds on, at most every 100 ms
};

/// The result of a run, and the verdicts of both judges.
struct PlayedRun
{
    Result<LabRun::Played> played;
    std::vector<Verdict> verdicts;
    std::string disagreement; ///< between the two judges; empty if they agree
    History soFar{};          ///< for a run that ended with an error
};

class RunPool final
{
public:
    explicit RunPool(int threads);
    ~RunPool(); ///< ends all runs, and returns when all their threads and processes have ended

    RunPool(const RunPool &) = delete;
    RunPool &operator=(const RunPool &) = delete;

    int threads() const { return static_cast<int>(m_threads.size()); }

    /// Plays the runs in the order of the calls. If the Waiting is dropped, a run that has not begun is left out; a run that has begun
    /// continues. `handle` is filled in; null: no handle is needed.
    Waiting<PlayedRun> play(RunOrder order, RunHandle *handle = nullptr);

    static int usualThreads(); ///< the number of processors and half as many, for a run mostly waits; at most 4

private:
    class Thread;
    struct Pending
    {
        RunOrder order;
        Completion<PlayedRun> completion;
        std::shared_ptr<RunHandle::Commands> commands;
    };

    void startNext();
    void leaveOut(const RunHandle::Commands *which);

    QObject m_here; ///< its thread is the one on which the pool answers
    std::vector<std::unique_ptr<Thread>> m_threads;
    std::deque<Pending> m_pending;
};

} // namespace lockcore

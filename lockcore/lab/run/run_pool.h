// SPDX-License-Identifier: MIT
// Plays several runs at once, each on a thread of its own: the start of one run's server, or its judge, must not stall another.
// Lives on a thread with an event loop; the answers come there.
#pragma once

#include "lockcore/lab/context/run_handle.h"
#include "lockcore/lab/run/lab_run.h"

#include <QObject>

#include <deque>
#include <memory>

namespace lockcore {

/// What a run has added to its history.
struct RunNews
{
    HistoryHeader header;
    std::vector<HistoryEntry> entries; ///< since the last news; at first all
};

struct RunOrder
{
    Scenario scenario;
    LabRun::Options options;
    // Both are called on the pool's thread.
    std::function<void(const Endpoint &)> serves{}; ///< once: its first server answers; with its password. Not of a foreign one
    std::function<void(const RunNews &)> news{};    ///< from the begin of the rounds on, at most every 100 ms
};

/// What a run was, and what both judges say of it.
struct PlayedRun
{
    Result<LabRun::Played> played;
    std::vector<Verdict> verdicts;
    std::string disagreement; ///< of the judges; empty
    History soFar{};          ///< of a run that ended with an error
};

class RunPool final
{
public:
    explicit RunPool(int threads);
    ~RunPool(); ///< ends all runs, and returns when nothing of them is left

    RunPool(const RunPool &) = delete;
    RunPool &operator=(const RunPool &) = delete;

    int threads() const { return static_cast<int>(m_threads.size()); }

    /// In the order of the calls. Dropping the Waiting leaves out what has not begun, and does not end what has.
    /// `handle`: to be filled in; null: nobody acts upon it.
    Waiting<PlayedRun> play(RunOrder order, RunHandle *handle = nullptr);

    static int usualThreads(); ///< as many as there are processors, at most 4

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

    QObject m_here; ///< on whose thread the answers come
    std::vector<std::unique_ptr<Thread>> m_threads;
    std::deque<Pending> m_pending;
};

} // namespace lockcore

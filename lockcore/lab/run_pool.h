// SPDX-License-Identifier: MIT
// Plays several runs at once, each on a thread of its own: the start of one run's server, or its judge, must not stall another.
// Lives on a thread with an event loop; the answers come there.
#pragma once

#include "lockcore/lab/lab_run.h"

#include <QObject>

#include <deque>
#include <memory>

namespace lockcore {

struct RunOrder
{
    Scenario scenario;
    LabRun::Options options;
};

/// What a run was, and what both judges say of it.
struct PlayedRun
{
    Result<LabRun::Played> played;
    std::vector<Verdict> verdicts;
    std::string disagreement; ///< of the judges; empty
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
    Waiting<PlayedRun> play(RunOrder order);

    static int usualThreads(); ///< as many as there are processors, at most 4

private:
    class Thread;
    struct Pending
    {
        RunOrder order;
        Completion<PlayedRun> completion;
    };

    void startNext();

    QObject m_here; ///< on whose thread the answers come
    std::vector<std::unique_ptr<Thread>> m_threads;
    std::deque<Pending> m_pending;
};

} // namespace lockcore

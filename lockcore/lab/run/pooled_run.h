// SPDX-License-Identifier: MIT
// Plays the runs of one thread of a RunPool, one after the other, and judges them. Created before the thread runs, used only there.
#pragma once

#include "lockcore/lab/run/run_pool.h"
#include "lockcore/redis/event_loop.h"

#include <QTimer>

namespace lockcore::detail {

class PooledRunPlayer final : public QObject
{
public:
    using Done = std::function<void(std::shared_ptr<PlayedRun>)>;

    void play(RunOrder order, Done done); ///< call it only when the previous run is done
    void act(const Fault &fault);
    void stop();
    void end(); ///< destroys everything of a run; the last call

private:
    void begin();
    Task<void> playing();
    void tellNews(); ///< reports the new entries of the history

    std::unique_ptr<EventLoop> m_loop;
    std::unique_ptr<LoopClock> m_clock;
    std::unique_ptr<QTimer> m_telling;
    std::unique_ptr<LabRun> m_run;
    std::size_t m_entriesTold = 0;
    std::function<void(const RunNews &)> m_news;
    Done m_done;
    std::unique_ptr<Scope> m_scope;
};

} // namespace lockcore::detail

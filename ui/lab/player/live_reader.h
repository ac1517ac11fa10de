// SPDX-License-Identifier: MIT
// Prepares a run by hand for the room while the run is in progress. Reading a long history takes seconds, so this object has its own
// thread, and reads again only when the window is ready for more. Created on any thread, then used only on its own thread, by queued calls.
#pragma once

#include "lockcore/lab/run/run_pool.h"
#include "ui/lab/player/shown_run.h"

#include <QObject>

#include <map>

namespace lockscope {

/// The new entries in the history of a run by hand.
struct LiveNews
{
    int run = 0;
    LabResult begun;                  ///< what is known of the run before it ends
    std::vector<std::string> command; ///< of the workers; empty: built-in ones
    lockcore::RunNews added;
};

class LiveReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveReader)

public:
    using QObject::QObject;

    void take(const LiveNews &news);
    void forget(int run);
    void readAgain(); ///< call it when the window has shown the last result and had time for other work

signals:
    void made(int run, const lockscope::ShownRunPtr &shown); ///< without verdicts

private:
    struct Run
    {
        RunReport report;
        std::vector<std::string> command;
        bool isFresh = false; ///< the history has grown since the last made()
    };

    void read();

    std::map<int, Run> m_runs;
    bool m_isShown = true; ///< the window has shown the last result
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::LiveNews)

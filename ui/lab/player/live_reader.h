// SPDX-License-Identifier: MIT
// Makes what the room shows of a run by hand while it is under way. To read a long history takes seconds, so this has a thread of its own,
// and reads again only when the window wants to see more. Created anywhere, then used only on its thread, by queued calls.
#pragma once

#include "lockcore/lab/run/run_pool.h"
#include "ui/lab/player/shown_run.h"

#include <QObject>

#include <map>

namespace lockscope {

/// What a run by hand has added to its history.
struct LiveNews
{
    int run = 0;
    LabResult begun;                  ///< what is known of it before it ends
    std::vector<std::string> command; ///< of its workers; empty: built-in ones
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
    void readAgain(); ///< the window has shown what was made, and had time for other things

signals:
    void made(int run, const lockscope::ShownRunPtr &shown); ///< not judged

private:
    struct Run
    {
        RunReport report;
        std::vector<std::string> command;
        bool isFresh = false; ///< it has grown since it was made
    };

    void read();

    std::map<int, Run> m_runs;
    bool m_isShown = true; ///< what was made last
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::LiveNews)

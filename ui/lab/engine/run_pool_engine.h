// SPDX-License-Identifier: MIT
// The LabEngine of the program: runs on RunPools, each on a thread of its own. What is made of a run, and its folder, is made on one more
// thread, the stage; what is shown of a live run, on a third. GUI thread, which nothing here blocks: an engine that is destroyed leaves its stage to end what was begun, and the
// end of the program waits for that.
//
//     RunPoolEngine ──play, act, stop──▶ LabStage ──▶ RunPool: a thread per run
//           ▲  ▲────── began, ended ────────┤ └──▶ folder of the run
//           └─── grew ─── LiveReader ◀─ news ┘
#pragma once

#include "lockcore/redis/endpoint.h"
#include "ui/lab/engine/lab_engine.h"
#include "ui/lab/engine/lab_thread.h"

#include <map>
#include <memory>

class QTimer;

namespace lockscope {

class LiveReader;
class LabStage;

class RunPoolEngine final : public LabEngine
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPoolEngine)

public:
    struct Options
    {
        QString program;    ///< Lockscope itself; empty: the running one
        QString runs;       ///< where folders of runs are; empty: the usual place
        std::string server; ///< a program; empty: the usual one of the store
    };

    explicit RunPoolEngine(Options options, QObject *parent = nullptr);
    explicit RunPoolEngine(QObject *parent = nullptr);
    ~RunPoolEngine() override;

    int play(LabOrder order) override;
    void stop(int run) override;
    void act(int run, const lockcore::Fault &fault) override;

    std::optional<lockcore::Endpoint> serverOf(int run) const override;

    bool playsTables() const override { return true; }
    void playTable(TableOrder order) override;
    void stopTable() override;

private:
    template <class Call>
    void onStage(Call call); ///< call(stage), later, there
    void noteServer(int run, const lockcore::Endpoint &server);
    void tellGrown(int run, const lockscope::ShownRunPtr &shown);
    void noteEnd(int run, const lockscope::ShownRunPtr &shown);

    LabStage *m_stage;    ///< lives on its thread, and ends with it
    LiveReader *m_reader; ///< likewise
    QTimer *m_pause;      ///< between two showings of a live run
    LabThread m_stageThread;
    LabThread m_readerThread;
    int m_lastRun = 0;
    std::map<int, std::optional<lockcore::Endpoint>> m_servers; ///< of the runs that are under way
};

} // namespace lockscope

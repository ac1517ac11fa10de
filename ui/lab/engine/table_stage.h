// SPDX-License-Identifier: MIT
// The thread behind a PoolTableEngine: plays one suite or sweep at a time on pools of its own. Created anywhere, then used only on its
// thread, by queued calls. Its end ends all runs.
#pragma once

#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/engine/table_engine.h"

namespace lockscope {

class TableStage final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableStage)

public:
    explicit TableStage(RunPoolEngine::Options options);
    ~TableStage() override;

    void play(int number, const TableOrder &order);
    void stop(int number);

signals: // with the number of the order
    void suiteChanged(int number, const lockscope::SuiteResult &soFar);
    void sweepChanged(int number, const lockscope::SweepResult &soFar);
    void told(int number, const QString &progress);
    void ended(int number);

private:
    struct Work;

    PooledRuns::Options optionsFor(int number, const TableOrder &order);
    void playSuite(int number, const TableOrder &order);
    void playSweep(int number, const TableOrder &order);
    lockcore::Task<void> playing(int number);

    const RunPoolEngine::Options m_options;
    std::unique_ptr<Work> m_work;
};

} // namespace lockscope

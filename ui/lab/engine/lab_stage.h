// SPDX-License-Identifier: MIT
// The thread behind a RunPoolEngine: gives runs to pools, makes reports of them, and keeps their folders; plays one table at a time. Created
// anywhere, then used only on its thread, by queued calls. Its end ends all runs.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/run/run_pool.h"
#include "lockcore/redis/event_loop.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/player/live_reader.h"
#include "ui/report/lab_result.h"

namespace lockscope {

class LabStage final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabStage)

public:
    explicit LabStage(RunPoolEngine::Options options);
    ~LabStage() override;

    void play(int run, LabOrder order);
    void stop(int run);
    void act(int run, const lockcore::Fault &fault);

    void playTable(const TableOrder &order);
    void stopTable();

signals:
    void serves(int run, const lockcore::Endpoint &server);
    void news(const lockscope::LiveNews &news);
    void ended(int run, const lockscope::ShownRunPtr &shown);
    void suiteChanged(const lockscope::SuiteResult &soFar);
    void sweepChanged(const lockscope::SweepResult &soFar);
    void checkChanged(const lockscope::Check &soFar);
    void comparisonChanged(const lockscope::ComparisonResult &soFar);
    void storesChanged(const lockscope::StoreComparisonResult &soFar);
    void tableTold(const QString &progress);
    void tableEnded(); ///< once; nothing more is told of it

private:
    struct Pools;
    struct Table;

    lockcore::Task<void> playing(int run, LabOrder order);
    lockcore::RunOrder orderFor(int run, const LabResult &result, const LabOrder &order);
    void finish(int run, LabResult &result, const lockcore::History &history, const std::vector<std::string> &command);

    PooledRuns::Options optionsFor(const TableOrder &order);
    void beginSuite(const TableOrder &order);
    void beginSweep(const TableOrder &order);
    void beginCheck(const TableOrder &order);
    void beginComparison(const TableOrder &order);
    void beginStores(const TableOrder &order);
    void tellCheck();
    lockcore::Task<void> playingTable();

    const RunPoolEngine::Options m_options;
    std::unique_ptr<Pools> m_pools; ///< from the first run on
    std::map<int, lockcore::RunHandle> m_handles;
    std::unique_ptr<Table> m_table;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The thread behind a RunPoolEngine: gives runs to pools, makes reports of them, and keeps their folders. Created anywhere, then used
// only on its thread, by queued calls. Its end ends all runs.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/run/run_pool.h"
#include "lockcore/redis/event_loop.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/player/live_reader.h"
#include "ui/report/lab_result.h"

namespace lockscope {

class RunStage final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunStage)

public:
    explicit RunStage(RunPoolEngine::Options options);
    ~RunStage() override;

    void play(int run, LabOrder order);
    void stop(int run);
    void act(int run, const lockcore::Fault &fault);

signals:
    void serves(int run, const lockcore::Endpoint &server);
    void news(const lockscope::LiveNews &news);
    void ended(int run, const lockscope::ShownRunPtr &shown);

private:
    struct Pools;

    lockcore::Task<void> playing(int run, LabOrder order);
    lockcore::RunOrder orderFor(int run, const LabResult &result, const LabOrder &order);
    void finish(int run, LabResult &result, const lockcore::History &history, const std::vector<std::string> &command);

    const RunPoolEngine::Options m_options;
    std::unique_ptr<Pools> m_pools; ///< from the first run on
    std::map<int, lockcore::RunHandle> m_handles;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The engine that asks a private redis-server. Its thread ends with it: a search looks after each state whether it is cancelled. GUI thread.
#pragma once

#include "lockcore/explorer/trace_text.h"
#include "ui/explore/explore_engine.h"

#include <functional>
#include <thread>

namespace lockscope {

class OracleEngine final : public ExploreEngine
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OracleEngine)

public:
    explicit OracleEngine(lockcore::ServerOracleOptions server = {}, QObject *parent = nullptr);
    ~OracleEngine() override;

    void explore(const lockcore::ExaminationWish &wish, bool asksFirst) override;
    void compare() override;
    void replayInRealTime(const QString &trace, const std::optional<lockcore::explorer::ScriptPair> &scripts) override;
    void cancel() override;
    bool isBusy() const override { return m_isBusy; }
    ExploreFigures figures() const override;

private:
    using Work = std::function<lockcore::Result<void>(lockcore::ServerOracle &oracle)>; ///< on the thread
    void begin(Work work);
    lockcore::Result<void> exploreThere(lockcore::ExaminationWish wish, bool asksFirst, lockcore::ServerOracle &oracle);
    lockcore::Result<void> compareThere(lockcore::ServerOracle &oracle);
    lockcore::Result<void> replayThere(const lockcore::explorer::TracedRoute &traced, lockcore::ServerOracle &oracle);

    const lockcore::ServerOracleOptions m_server;
    lockcore::explorer::Control m_control;
    bool m_isBusy = false;
    std::jthread m_thread;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The ReleaseDesk of one Monitor. Each plan and each release has a connection of its own and continues while the watch's connection
// is lost. On the Monitor's thread.
#pragma once

#include "lockcore/monitor/release/release_desk.h"
#include "lockcore/monitor/release/releaser.h"
#include "lockcore/monitor/watch/monitor_store.h"

namespace lockcore {

class MonitorDesk final : public ReleaseDesk
{
public:
    MonitorDesk(const Endpoint &endpoint, Releaser::Options options, const Classifier &classifier, MonitorStore &store, EventLoop &loop,
                Clock &clock);

    void plan(RequestId id, const ReleaseRequest &wish) override { m_scope.start(answerPlan(id, wish)); }
    void preview(RequestId id, const LockId &lock) override;
    void release(RequestId id, const ReleasePlanInput &order) override { m_scope.start(carryOut(id, order)); }

    void setEndpoint(const Endpoint &endpoint) { m_releaser.setEndpoint(endpoint); } ///< of the promoted replica
    void cancel() { m_scope.cancel(); } ///< what was sent and is not answered is recorded as unknown

private:
    Task<void> answerPlan(RequestId id, ReleaseRequest wish);
    Task<ReleaseReport> underWay(ReleasePlanInput order);
    Task<void> carryOut(RequestId id, ReleasePlanInput order);

    MonitorStore &m_store;
    Releaser m_releaser;
    Scope m_scope;
};

} // namespace lockcore

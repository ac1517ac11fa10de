// SPDX-License-Identifier: MIT
// The ReleaseDesk of a cluster: each request goes to the node that serves the lock's slot now. A look that meets a slot on its way is taken
// again once the cluster has said where the slot is; a release never is: then nothing was done, and the person decides with a new look. What
// is shown has the times of the cluster's view, what is compared and sent those of the node. On the Monitor's thread.
#pragma once

#include "lockcore/monitor/cluster/cluster_view.h"
#include "lockcore/monitor/release/release_desk.h"
#include "lockcore/redis/topology_watch.h"

#include <map>

namespace lockcore {

class ClusterDesk final : public ReleaseDesk
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterDesk)

public:
    ClusterDesk(const ClusterView &view, TopologyWatch &topology, EventLoop &loop);

    void addNode(std::size_t node, ReleaseDesk &desk); ///< numbers count up

    void plan(RequestId id, const ReleaseRequest &wish) override;
    void preview(RequestId id, const LockId &lock) override;
    void release(RequestId id, const ReleasePlanInput &order) override;

    void cancel();

private:
    struct Wish
    {
        ReleaseRequest wish;
        int looks = 0;
    };

    void look(RequestId id);
    Task<void> lookAgain(RequestId id);
    void takePlan(RequestId id, ReleasePlan plan, std::size_t node);
    void takeReport(RequestId id, ReleaseReport report, std::size_t node);

    const ClusterView &m_view;
    TopologyWatch &m_topology;
    std::vector<ReleaseDesk *> m_desks;
    std::map<RequestId, Wish> m_wishes; ///< that await their plans
    Scope m_scope;
};

} // namespace lockcore

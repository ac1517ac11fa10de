// SPDX-License-Identifier: MIT
// The demo's servers for --demo=cluster: those of `lab --cluster`, three primaries and three replicas with a random password. Main thread.
#pragma once

#include "lockcore/lab/servers/lab_cluster.h"
#include "lockcore/process/poller.h"
#include "lockcore/redis/event_loop.h"

namespace lockscope {

class DemoCluster final
{
public:
    /// Runs an event loop until the cluster serves, in some seconds. Errors: as RunServer::start() and LabCluster::form().
    static lockcore::Result<std::unique_ptr<DemoCluster>> start(const std::string &supervisor = {});

    lockcore::Endpoint endpoint() const { return m_cluster->endpoint(); } ///< of the whole cluster
    lockcore::Endpoint homeOf(const lockcore::Bytes &key) const;          ///< the Unix socket of the node that has it

private:
    DemoCluster() = default;
    lockcore::Result<void> startNodes(const std::string &supervisor);

    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::Poller m_poller;
    std::vector<std::unique_ptr<lockcore::RunServer>> m_nodes;
    std::unique_ptr<lockcore::LabCluster> m_cluster;
};

} // namespace lockscope

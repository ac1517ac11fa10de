// SPDX-License-Identifier: MIT
// A cluster's topology over time: asked every 15 s, on demand, and every few seconds while a primary has failed or the cluster is down. On
// the thread of the loop.
#pragma once

#include "lockcore/redis/backoff.h"
#include "lockcore/redis/cluster_topology.h"

#include "lockcore/base/scope.h"

#include <QObject>

namespace lockcore {

class TopologyWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TopologyWatch)

public:
    TopologyWatch(Endpoint cluster, Milliseconds timeout, EventLoop &loop, Clock &clock, QObject *parent = nullptr);
    ~TopologyWatch() override;

    /// Asks the seeds, and keeps asking after a success. Errors: those of topologyOf(). Call it again only after an error.
    Task<Result<void>> open();

    const ClusterTopology &topology() const { return m_topology; } ///< without nodes before open()
    Endpoint endpointOf(const ClusterTopology::Node &node) const { return lockcore::endpointOf(node, m_cluster); }
    Endpoint endpointAt(const HostPort &announced) const { return lockcore::endpointAt(announced, m_topology, m_cluster); }

    /// Something does not fit the topology (MOVED, CLUSTERDOWN, a lost connection): asks soon, at least 1 s after the last question.
    void askSoon();

    /// A node has answered MOVED: the slot's owner changes at once if the topology has the new owner; asks soon in any case.
    void slotMoved(std::size_t slot, const HostPort &announced);

    Waiting<void> askedAgain(); ///< asks soon; completes after that question, also if no node has answered

signals:
    void changed(const lockcore::ClusterTopology &before);
    void failed(const lockcore::Error &error); ///< the last question had no answer; the topology stays as it was
    void answered();                           ///< the last question had an answer; after changed()

private:
    Endpoint candidates() const;
    Task<void> run();
    Task<void> ask();
    Task<void> wakeAfter(Duration pause);
    void set(ClusterTopology topology);

    const Endpoint m_cluster;
    const Milliseconds m_timeout;
    EventLoop &m_loop;
    Clock &m_clock;
    ClusterTopology m_topology;
    bool m_wanted = false; ///< ask as soon as is allowed
    Backoff m_backoff;
    std::optional<Completion<void>> m_wake; ///< ends the pause
    std::vector<Completion<void>> m_waiters;
    Scope m_timer;
    Scope m_scope;
};

} // namespace lockcore

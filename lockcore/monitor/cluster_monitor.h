// SPDX-License-Identifier: MIT
// Watches the locks of a whole cluster: one ServerMonitor for each primary, and one view of what they report.
//
//     TopologyWatch ─▶ NodeNumbers ─▶ ServerMonitors ─▶ ClusterView ─▶ changed()
//
// On the Monitor's thread.
#pragma once

#include "lockcore/monitor/cluster/cluster_view.h"
#include "lockcore/monitor/cluster/node_numbers.h"
#include "lockcore/monitor/cluster_desk.h"
#include "lockcore/monitor/cluster_trials.h"
#include "lockcore/monitor/server_monitor.h"
#include "lockcore/redis/topology_watch.h"

#include <QTimer>

namespace lockcore {

class ClusterMonitor final : public MonitorEngine
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterMonitor)

public:
    ClusterMonitor(Endpoint cluster, MonitorOptions options, EventLoop &loop, Clock &clock);
    ~ClusterMonitor() override;

    ReleaseDesk &desk() override { return m_desk; }
    void start() override;
    void stop() override;
    void retryNow() override;
    void select(const std::optional<LockId> &id) override;
    void setAttentionAfter(Milliseconds after) override;
    void setPatterns(const std::vector<UserPattern> &patterns) override;
    void tryFormat(RequestId id, const FormatRow &row, const Bytes &first) override;
    void endTrial() override { m_trials.end(); }
    void lookUp(RequestId id, const Bytes &key) override;

private:
    Task<void> run();
    void ask(RequestId id);
    Task<void> askAgain(RequestId id);
    void takeLookUp(std::size_t node, RequestId id, KeyFinding finding);
    void layOut();
    void readAgain(const ClusterTopology &before);
    ServerMonitor &add(std::size_t node, const Endpoint &endpoint);
    void take(std::size_t node, const MonitorChange &change);
    bool isListed() const;
    void selectAgain();
    void tellSoon();
    void tell();

    const Endpoint m_cluster;
    MonitorOptions m_options;
    EventLoop &m_loop;
    Clock &m_clock;
    TopologyWatch m_topology;
    NodeNumbers m_numbers;
    ClusterView m_view;
    std::vector<std::unique_ptr<ServerMonitor>> m_monitors; ///< by number
    std::vector<bool> m_listed;                             ///< by number: its list is complete, or has failed
    std::optional<LockId> m_selected;
    QTimer m_frame;
    Moment m_told{};
    ClusterDesk m_desk;
    ClusterTrials m_trials;
    std::map<RequestId, std::pair<Bytes, int>> m_lookUps; ///< what is looked up, and how often it was asked for
    Scope m_scope;
};

} // namespace lockcore

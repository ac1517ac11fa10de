// SPDX-License-Identifier: MIT
// Watches the locks of one server. A ClusterMonitor has one for each primary. On the Monitor's thread.
#pragma once

#include "lockcore/monitor/monitor_engine.h"
#include "lockcore/redis/event_loop.h"

#include <memory>

namespace lockcore {

class ServerMonitor final : public MonitorEngine
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerMonitor)

public:
    ServerMonitor(Endpoint endpoint, MonitorOptions options, EventLoop &loop, Clock &clock);
    ~ServerMonitor() override;

    ReleaseDesk &desk() override;
    void start() override;
    void stop() override;
    void retryNow() override;
    void select(const std::optional<LockId> &id) override;
    void setAttentionAfter(Milliseconds after) override;
    void setPatterns(const std::vector<UserPattern> &patterns) override;
    void tryFormat(RequestId id, const FormatRow &row, const Bytes &first) override;
    void endTrial() override;
    void lookUp(RequestId id, const Bytes &key) override;

    // For a primary of a cluster.

    /// Its replica at this address was promoted: watches that one from now on, and keeps what is known. A lock that it does not have is
    /// missing after the failover.
    void failOver(const Endpoint &promoted);

    void retire();                                           ///< it serves nothing any more: what is in progress at the desk goes on
    void slotsCome(const std::vector<std::size_t> &numbers); ///< from other nodes: their locks are not new when they are found
    void lookFor(std::vector<Bytes> keys);                   ///< looks at these keys at once: other nodes had locks under them

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockcore

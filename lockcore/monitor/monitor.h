// SPDX-License-Identifier: MIT
// Watches the locks of one server, or of all nodes of a cluster, and reports changes. Lives on the thread that created it (the window gives it a thread of its
// own). start() connects; everything after that arrives as values, by signals.
#pragma once

#include "lockcore/monitor/monitor_engine.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"

#include <memory>

namespace lockcore {

class Monitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Monitor)

public:
    explicit Monitor(Endpoint endpoint, MonitorOptions options = {}, QObject *parent = nullptr);
    ~Monitor() override;

    /// Releases locks of this server; their events say that Lockscope released the lock. The desk lives as long as the Monitor, on the same
    /// thread. stop() ends what is in progress there.
    ReleaseDesk &desk();

public slots:
    void start();
    void stop();

    /// Connects again and keeps what is known: at once if the connection is lost, and if isRestricted(), because rights may have been
    /// granted meanwhile. Otherwise it does nothing.
    void retryNow();

    /// The lock that a person looks at: its waiters are asked for again and again, whatever that costs for all others. None: no such lock.
    void select(const std::optional<lockcore::LockId> &id);

    void setAttentionAfter(lockcore::Milliseconds after); ///< MonitorOptions::attentionAfter from now on

    /// MonitorOptions::patterns from now on: connects again and keeps what is known, but for locks that only another pattern recognised.
    void setPatterns(const std::vector<lockcore::UserPattern> &patterns);

    /// Tries a format on the server, and a key with it before all others; empty: none. Answered by several tried(). Ends an earlier trial.
    void tryFormat(lockcore::RequestId id, const lockcore::FormatRow &row, const lockcore::Bytes &first);
    void endTrial();

    /// Looks at one key, on a connection of its own; answered by lookedUp(). Changes nothing, on the server or in what is watched.
    void lookUp(lockcore::RequestId id, const lockcore::Bytes &key);

signals:
    void changed(const lockcore::MonitorChange &change);
    void tried(lockcore::RequestId id, const lockcore::FormatTrial &trial); ///< see FormatTrial::ended
    void lookedUp(lockcore::RequestId id, const lockcore::KeyFinding &finding);

private:
    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<MonitorEngine> m_engine;
};

} // namespace lockcore

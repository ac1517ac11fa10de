// SPDX-License-Identifier: MIT
// The four connections of a feed. They live and die together: if only the subscriber is lost, the tracked connections do not notice, so the
// loss of any one closes all. The first two read values, and survive one that is too large.
//
//     sweep         untracked: SCAN, probing, INFO, waiters
//     watched       looks; on a busy server tracked: a read subscribes to the next ─┐ both redirect their
//     broadcast     tracked by prefix                                              ─┤ messages to
//     subscription  __redis__:invalidate, and PSUBSCRIBE of release announcements ◀─┘
#pragma once

#include "lockcore/redis/connection.h"

#include <array>

namespace lockcore {

class FeedLinks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FeedLinks)

public:
    FeedLinks(const Endpoint &endpoint, Milliseconds commandTimeout, EventLoop &loop, Clock &clock);

    Task<Result<void>> openSweep(); ///< the first connection; enough for `list`

    /// A replica in a cluster sends clients to its primary unless they accept its older data with READONLY. All connections that read keys
    /// send READONLY from now on. Error: the connection; or Server: the server refuses it.
    Task<Result<void>> readReplica();
    bool readsReplica() const { return m_readsReplica; }

    Task<Result<void>> openOthers(); ///< error, too: the sentinels named another primary than for the first connection
    void close();

    Connection &sweep() { return m_sweep; }
    Connection &watched() { return m_watched; }
    Connection &broadcast() { return m_broadcast; }
    Connection &subscription() { return m_subscription; }

    std::uint64_t commandsSent() const;

    /// Closes all connections, and emits lost() the first time. Call it after an error that the feed cannot survive, or when a heartbeat
    /// fails.
    void giveUp(const Error &error);

    /// Why the connections were given up. (Their other requests fail only with "closed".)
    const std::optional<Error> &whyLost() const { return m_whyLost; }

signals:
    void lost(const lockcore::Error &error);
    void pushed(const lockcore::Reply &message); ///< a message on the subscription

private:
    std::optional<Error> m_whyLost;
    bool m_readsReplica = false;
    Connection m_sweep;
    Connection m_watched;
    Connection m_broadcast;
    Connection m_subscription;
    const std::array<Connection *, 4> m_all{&m_sweep, &m_watched, &m_broadcast, &m_subscription};
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// One life of a Monitor's connections, from connecting to the loss. A Session connects its parts, starts their loops, and keeps nothing
// that must outlive a loss: LockTable, WatchList and MonitorStore belong to the Monitor. A loop that ends with an error ends them all, and every
// connection is given up. One thread.
//
//     Opening ─▶ SweepLoop, BirthLoop ──────▶ Intake ─▶ MonitorStore, WatchList
//                Feed ──────────────────────────▲
//                WaiterPoll, CheckLoop, TickLoop ───▶ MonitorStore
#pragma once

#include "lockcore/monitor/watch/intake.h"

namespace lockcore {

struct Opened;

class Session
{
public:
    Session(const Endpoint &endpoint, const MonitorOptions &options, const Classifier &classifier, MonitorStore &store,
            WatchList &watchList, LargeNames &large, ClusterSlots &clusterSlots, ServerClock &serverClock, EventLoop &loop, Clock &clock);
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
    ~Session();

    /// Connects and watches until the connection is lost; returns why. Cancelled by destroying this.
    Task<Error> watch();

    /// Connects, sweeps once, asks for waiters, and looks twice where one look proves nothing or is out of date. Then the MonitorStore has everything.
    /// Error, besides the connection: the server reads nothing for now, or another one has taken its place meanwhile (Refused, detail
    /// "another-server").
    Task<Result<void>> list();

    bool wasLive() const { return m_live; }
    bool hasSwept() const; ///< completely, at least once

private:
    struct Loops;

    Task<Result<void>> open();
    Task<Result<void>> openFeed();
    Task<Result<void>> readReplicaOf(Opened &opened);
    Task<Result<void>> checkAgain();
    Task<void> untilLost(Task<Result<void>> loop);

    FeedLinks m_links;
    DeniedNames m_denied;
    EarlyReleaseHistory m_handOvers;
    Feed m_feed;
    const SessionParts m_parts;
    Intake m_intake;
    std::unique_ptr<Loops> m_loops; ///< once it is known what the server is
    Completion<Error> m_lost;
    bool m_live = false;
    Scope m_scope;
};

} // namespace lockcore

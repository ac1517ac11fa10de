// SPDX-License-Identifier: MIT
// One life of a Monitor's connections, from connecting to the loss. A Session connects its parts and starts their loops. What must outlive
// a loss belongs to the Monitor: LockTable, WatchList and MonitorStore. If one loop ends with an error, all end, and every connection is
// closed. One thread.
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

    /// Connects and watches until the connection is lost; returns the reason. Destroy this object to cancel.
    Task<Error> watch();

    /// Connects, sweeps once, asks for waiters, and looks again where one look proves nothing or is out of date. Then the MonitorStore is
    /// complete. Error, besides the connection: the server reads nothing for now, or another server has taken its place (Refused, detail
    /// "another-server").
    Task<Result<void>> list();

    /// Looks at these keys at once: other nodes of the cluster had locks under them. What is found is not new.
    void lookFor(std::vector<Bytes> keys);

    bool wasLive() const { return m_live; }
    bool hasSwept() const; ///< at least one complete sweep

private:
    struct Loops;

    Task<Result<void>> open();
    Task<Result<void>> openFeed();
    Task<Result<void>> readReplicaOf(Opened &opened);
    Task<Result<void>> checkAgain();
    Task<Result<void>> find(std::vector<Bytes> keys);
    Task<void> untilLost(Task<Result<void>> loop);

    FeedLinks m_links;
    DeniedNames m_denied;
    EarlyReleaseHistory m_handOvers;
    Feed m_feed;
    const SessionParts m_parts;
    Intake m_intake;
    std::unique_ptr<Loops> m_loops; ///< exists after the Opening
    Completion<Error> m_lost;
    bool m_live = false;
    Scope m_scope;
};

} // namespace lockcore

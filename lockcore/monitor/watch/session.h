// SPDX-License-Identifier: MIT
// One connection's life of a Monitor, from connecting to the loss: checks the server, starts the feed, sweeps, asks for
// waiters. It passes what it learns to the Board, and keeps nothing that must outlive a loss. One thread.
#pragma once

#include "lockcore/monitor/watch/board.h"
#include "lockcore/monitor/watch/feed.h"
#include "lockcore/monitor/watch/monitor_options.h"
#include "lockcore/monitor/watch/sweep.h"
#include "lockcore/monitor/watch/waiter_poll.h"

namespace lockcore {

class Session final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Session)

public:
    Session(const Endpoint &endpoint, const MonitorOptions &options, const Classifier &classifier, Board &board, WatchList &watchList,
            ServerClock &serverClock, EventLoop &loop, Clock &clock);
    ~Session() override;

    /// Connects and watches until the connection is lost; returns why. Cancelled by destroying this.
    Task<Error> watch();

    /// Connects, sweeps once, asks for waiters, and looks twice where one look proves nothing. Then the Board has everything.
    Task<Result<void>> list();

    bool wasLive() const { return m_live; }

signals:
    void boardChanged();

private:
    Task<Result<void>> connectAndCheck();
    Task<Result<void>> openAll();
    Task<Result<void>> readFingerprints();
    Task<Result<void>> readChannels();
    Task<Result<void>> sweepOnce(double share);
    Task<Result<bool>> sweepUnlessBusy(double share);
    Task<Result<void>> lookAgainAtBare();
    Task<void> sweepLoop();
    Task<void> waiterLoop();
    Task<void> checkLoop();
    Task<void> tickLoop();
    Task<void> birthLoop();
    void found(std::vector<Sighting> sightings);
    void heard(const std::vector<Bytes> &names);
    void looked(const std::vector<Feed::Delivery> &deliveries);
    void noteState();
    void noteProgress();
    void noteDenied(const Reply &reply, const char *command);
    void readUndecidedAgain();
    void noteServer(const ServerCheck &check);
    std::vector<std::string> blindSpots() const;
    bool freeStrings() const;
    LockId idOf(const Bytes &key) const { return {m_endpoint.db, key}; }
    Microseconds roundTrip() const { return m_roundTrip; }
    ServerTime serverNow() const;

    const Endpoint m_endpoint;
    const MonitorOptions m_options;
    const Classifier &m_classifier;
    Board &m_board;
    WatchList &m_watchList;
    ServerClock &m_serverClock;
    Clock &m_clock;
    FeedLinks m_links;
    DeniedNames m_denied;
    Feed m_feed;
    std::unique_ptr<Prober> m_prober;
    std::unique_ptr<Sweep> m_sweep; ///< the current sweep
    std::optional<ServerCheck> m_check;
    Microseconds m_roundTrip{};
    std::optional<Moment> m_nextSweep;
    std::vector<Notice> m_ownNotices;
    std::unordered_set<Bytes> m_births;
    std::optional<Completion<void>> m_birthSleep;
    std::optional<Completion<Error>> m_lost;
    std::uint64_t m_commandsBefore = 0;
    bool m_firstSweep = true;
    bool m_live = false;
    bool m_busy = false; ///< the server answered a sweep this way
    Scope m_scope;
};

} // namespace lockcore

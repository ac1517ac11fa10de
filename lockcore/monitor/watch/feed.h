// SPDX-License-Identifier: MIT
// Follows the keys of a WatchList on a live server: hears that a key may have changed, re-reads it, delivers the look.
//
//     server ── "maybe changed" ─▶ WatchList ── batches ─▶ looks ─▶ looked()
//        └───── "released" ─────────▲            names that are not followed ─▶ heard()
//
// A batch of looks ends with a PING on the subscription. A look counts if nothing was heard of its key from its request until the PING is
// answered: then all messages before belong to it, and none after. At a deadline, the PING goes first and the look after it.
//
// If tracking is refused, the feed falls back to keyspace events (if they are already on), otherwise to polling. What the
// current source cannot see is part of the state. One thread.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/denied_names.h"
#include "lockcore/monitor/reading/look_step.h"
#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/watch/feed_links.h"
#include "lockcore/monitor/watch/watch_list.h"

namespace lockcore {

class Feed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Feed)

public:
    static constexpr int quietRate = 2'000; ///< messages/s; up to this rate, all names are broadcast

    struct Delivery
    {
        KeySnapshot look;
        WatchList::Verdict verdict;
    };

    struct State
    {
        MonitorState::Feed source = MonitorState::Feed::None;
        std::string reason;
        bool allNames = false;
        std::vector<std::string> prefixes;
        bool heartbeatOk = false;
        bool otherDatabases = false;     ///< other databases contain keys, or it is unknown: an announcement may concern a lock there
        bool announcementsHeard = false; ///< every pattern of release announcements is subscribed to
        std::optional<Microseconds> roundTrip;
        std::optional<Milliseconds> pollInterval;
        std::optional<Error> refused; ///< the server reads nothing for now; see isBusy()
        bool readsInVain = false;     ///< most of many reads show nothing new, so reads are delayed and combined
        bool operator==(const State &) const = default;
    };

    Feed(FeedLinks &links, const Classifier &classifier, WatchList &watchList, DeniedNames &denied, ServerClock &serverClock,
         EventLoop &loop, Clock &clock);

    /// Chooses the source and starts. Error: the connections.
    Task<Result<void>> start(const ServerCheck &check, bool ownServer, Duration refreshCycle);
    void stop();

    /// Wakes the reader after the WatchList has new work.
    void wake();

    /// Returns after the feed has received everything that the server had sent before this call. Error: the connection.
    Task<Result<void>> hearAll();

    /// `ask` is awaited before a look is delivered that shows a change without a message.
    void setAskAboutData(std::function<Task<Result<void>>()> ask) { m_askAboutData = std::move(ask); }

    void setServer(const ServerCheck &check); ///< the result of the latest check

    const State &state() const { return m_state; }

signals:
    void looked(const std::vector<lockcore::Feed::Delivery> &deliveries);
    void heard(const std::vector<lockcore::Bytes> &names, bool secondHalf); ///< see WatchList::touch
    void announcedFor(const lockcore::Bytes &key);                          ///< a release was announced for a key that is not followed
    void unreadable(const lockcore::Bytes &key, const std::string &why);    ///< and will stay so; the WatchList drops it
    void elsewhere(const lockcore::Bytes &key);                             ///< another node of the cluster serves its slot
    void widened();                                                         ///< from now on every name is heard, which was not so before

private:
    Task<Result<void>> subscribe(std::string_view verb, std::vector<std::string> names);
    Task<Result<void>> startTracking(bool allNames);
    Task<Result<void>> track(bool allNames);
    Task<Result<void>> trackWhatIsRead(bool on);
    Task<void> trackAgain();
    Task<Result<void>> trackBroadcast(bool allNames);
    Task<Result<void>> hearAllNames(bool all);
    std::string subscriber() const;
    Task<Result<void>> startFallback(std::string reason);
    Task<void> readLoop();
    Task<void> gather(Duration time);
    Task<bool> readBatch(std::vector<WatchList::Ticket> tickets);
    LookRequest::Way wayFor(std::span<const WatchList::Ticket> tickets) const;
    bool isFarAway() const;
    Result<std::vector<Delivery>> readSteps(std::span<const WatchList::Ticket> tickets, std::vector<LookStep> steps);
    bool hearsOfCompanions(const KeySnapshot &look) const;
    Task<Result<void>> explain(std::vector<Delivery> &deliveries);
    void setReplica(const Info &replication);
    void noteDatabases(const Info &keyspace);
    void removedByTimeAlone(const Bytes &key, ServerTime at);
    Task<Result<CountedRemovals>> countRemovals();
    Task<void> countLoop();
    void unanswered(const LookRequest &request, const Error &error);
    Task<void> heartbeatLoop();
    Task<void> rateLoop();
    Task<std::optional<std::int64_t>> readMessageBound();
    Task<void> refreshLoop();
    Task<void> pollLoop();
    Task<void> expiryLoop();
    void wakeExpiry();
    Batch heartbeat(bool tracked) const;
    Task<Result<void>> beat();
    void take(const Reply &message);
    void takeKeyspaceEvent(const Bytes &key, const std::string &event);
    void takeNames(const Reply &names, bool secondHalf = false);

    FeedLinks &m_links;
    const Classifier &m_classifier;
    WatchList &m_watchList;
    DeniedNames &m_denied;
    ServerClock &m_serverClock;
    Clock &m_clock;
    std::function<Task<Result<void>>()> m_askAboutData;
    State m_state;
    Duration m_refreshCycle{}; ///< the period in which every key is read even if no change was announced
    LookRequest::Way m_way;
    bool m_probesByRead = true;        ///< the heartbeat's read is permitted
    std::optional<Moment> m_nextCount; ///< while INFO is refused: when to ask again, because the right may be given back
    bool m_tracksReads = false;        ///< the server tracks each key that is read
    bool m_keysElsewhere = false;      ///< seen since the start
    bool m_replica = false;
    bool m_cutOff = false;                             ///< a replica without its primary
    std::string m_keyspacePrefix;                      ///< "__keyevent@0__:" or "__keyspace@0__:", when these events are the source
    std::pair<Bytes, std::string> m_lastKeyspaceEvent; ///< key and event
    std::int64_t m_namesHeard = 0;
    std::int64_t m_alarms = 0;   ///< messages about followed keys
    std::int64_t m_changes = 0;  ///< seen changes of followed keys
    bool m_allMayDiffer = false; ///< since a look was delivered, a database was flushed, or a full synchronisation replaced everything
    std::optional<Completion<void>> m_sleeping; ///< of readLoop()
    std::optional<Moment> m_expiryWake;
    Scope m_scope;
    Scope m_expiry;
};

} // namespace lockcore

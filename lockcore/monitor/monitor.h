// SPDX-License-Identifier: MIT
// Watches the locks of one server and reports changes. Lives on the thread that created it (the window gives it a thread of its
// own). start() connects; everything after that arrives as values, by signals.
#pragma once

#include "monitor/classifier.h"
#include "monitor/event.h"
#include "monitor/release.h"
#include "redis/endpoint.h"

#include <QObject>

#include <memory>

namespace lockcore {

/// What the server is, according to INFO, CONFIG GET (if permitted) and the handshake.
struct ServerFacts
{
    std::string version;  ///< "7.0.15"
    std::string role;     ///< "primary", "replica"
    std::string mode;     ///< "standalone", "cluster", "sentinel"
    std::int64_t memory = 0; ///< bytes used
    std::int64_t keys = 0;   ///< DBSIZE
    bool operator==(const ServerFacts &) const = default;
};

/// Something that the person should know about this server or about the rights there.
struct Notice
{
    enum class Kind {
        Replica,            ///< locks are taken on the primary; what is seen here lags
        MasterLinkDown,     ///< a replica that has lost its master: the data may be old
        ClusterNode,        ///< only this node's slots are seen
        EvictsLocks,        ///< maxmemory-policy is allkeys-* or volatile-*; text names it
        NoPersistence,      ///< a restart forgets every lock
        LaggingReplicas,    ///< text names the lag
        Restarted,          ///< the server was restarted during the watch; text says when
        DeniedKeys,         ///< text counts the keys that may not be read
        DeniedCommand,      ///< text names the forbidden command, and what is therefore unknown
        ClockDiffers,       ///< the server's clock and this machine's differ; text says by how much
        DeepOffered,        ///< text names the library whose locks only --deep would find
        Busy,               ///< loading, running a long script, out of memory
        WaitersNotPolled,   ///< asking for waiters costs this server too much
    };

    Kind kind = Kind::Replica;
    std::string text; ///< the particulars, locale-free; may be empty
    bool operator==(const Notice &) const = default;
};

struct MonitorState
{
    enum class Phase { Idle, Connecting, FirstSweep, Live, Lost, Failed };
    enum class Feed { None, Tracking, KeyspaceEvents, Polling };

    Phase phase = Phase::Idle;
    std::optional<Error> error;  ///< Lost, Failed: why
    std::optional<Milliseconds> retryIn; ///< Lost: when the next attempt is
    ServerFacts server;
    std::vector<Notice> notices;

    Feed feed = Feed::None;
    std::string feedReason;      ///< why there is no better feed
    bool allNames = false;       ///< Tracking: broadcast has the empty prefix, every new key is announced
    std::vector<std::string> prefixes; ///< otherwise: new keys under these prefixes are announced
    std::vector<std::string> blindSpots; ///< what this feed cannot see, a sentence each
    bool heartbeatOk = false;

    bool sweeping = false;
    std::int64_t keysSeen = 0;   ///< of the current sweep, else of the last one
    std::int64_t keysTotal = 0;  ///< DBSIZE when it began
    std::optional<Milliseconds> pollInterval;  ///< Polling: the interval at which every known lock is read
    std::optional<Milliseconds> sweepInterval; ///< new locks that nothing announces are found within this time
    std::optional<Milliseconds> nextSweepIn;

    std::optional<Microseconds> roundTrip;
    double commandsPerSecond = 0; ///< that Lockscope sends
    std::int64_t locks = 0;
    std::int64_t eventsForgotten = 0; ///< dropped from the ring
    std::int64_t coalesced = 0;   ///< events known to hide others
    bool everLive = false;        ///< a first sweep has been completed once
    std::string runId;            ///< of the server's process
    bool operator==(const MonitorState &) const = default;
};

/// What has changed since the last one.
struct MonitorChange
{
    struct Gone
    {
        LockInfo last;  ///< as it was last known
        EventType how = EventType::Released;
        bool operator==(const Gone &) const = default;
    };

    MonitorState state;
    ServerTime serverNow{};  ///< the server's clock, as estimated now
    Moment at{};             ///< the same moment on the local clock
    std::vector<LockInfo> changed;
    std::vector<Gone> gone;
    std::vector<LockEvent> events;
    bool operator==(const MonitorChange &) const = default;
};

struct MonitorOptions
{
    std::vector<UserPattern> patterns;
    bool deep = false;          ///< look at every string value, whatever its name
    bool ownServer = false;     ///< Lockscope's own server: neither its cost to others nor its persistence matters
    Milliseconds timeout{5000}; ///< to connect, and for a command
    bool watch = true;          ///< false: one sweep, waiters, then Live without a feed (`list`)
    Milliseconds frame{16};     ///< changed() at most once in this time
    std::size_t eventRing = 200'000;
    Milliseconds refreshCycle{60'000}; ///< the period in which each known lock is read even if no change was announced
    double sweepShare = 0.01;   ///< of the server's time, for every sweep except the first; 0…1
    Milliseconds worstCall{5};  ///< the limit for a single SCAN
    std::string auditDirectory; ///< where releases are written down; empty: the usual one (audit.h)
};

class Monitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Monitor)

public:
    explicit Monitor(Endpoint endpoint, MonitorOptions options = {}, QObject *parent = nullptr);
    ~Monitor() override;

public slots:
    void start();
    void stop();
    void retryNow(); ///< while the connection is lost: retry at once

    /// Looks again and answers with releasePlanned(), even if the release is impossible. Changes nothing.
    void planRelease(const lockcore::ReleaseWish &wish);

    /// Answers with releasePreviewed(): what would run, as far as the last look shows. Sends nothing to the server; no answer
    /// if there is no such lock (any more). A release itself is always planned again.
    void previewRelease(const lockcore::LockId &id);

    /// Runs planFor(order), guarded by what the order saw. Answers with releaseReported() and, if it was done, with
    /// releaseWatched(). The lock's events then report it as our own. Each order has its own answer.
    void release(const lockcore::ReleaseOrder &order);

signals:
    void changed(const lockcore::MonitorChange &change);
    void releasePlanned(const lockcore::ReleasePlan &plan);
    void releasePreviewed(const lockcore::ReleasePlan &plan);
    void releaseReported(const lockcore::ReleaseReport &report);
    void releaseWatched(const lockcore::ReleaseAftermath &aftermath);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockcore

Q_DECLARE_METATYPE(lockcore::MonitorChange)

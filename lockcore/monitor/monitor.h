// SPDX-License-Identifier: MIT
// Watches the locks of one server and tells what changes. Lives on the thread it was created on (the window gives it one
// of its own); start() connects, everything after that arrives by signals as values.
#pragma once

#include "monitor/classifier.h"
#include "monitor/event.h"
#include "monitor/release.h"
#include "redis/endpoint.h"

#include <QObject>

#include <memory>

namespace lockcore {

/// What the server is, as INFO, CONFIG GET (if permitted) and the handshake tell.
struct ServerFacts
{
    std::string version;  ///< "7.0.15"
    std::string role;     ///< "primary", "replica"
    std::string mode;     ///< "standalone", "cluster", "sentinel"
    std::int64_t memory = 0; ///< bytes used
    std::int64_t keys = 0;   ///< DBSIZE
    bool operator==(const ServerFacts &) const = default;
};

/// Something that the person should know of this server or of what we may do there.
struct Notice
{
    enum class Kind {
        Replica,            ///< locks are taken on the primary; what is seen here lags
        MasterLinkDown,     ///< a replica that has lost its master: what is seen may be old
        ClusterNode,        ///< only this node's slots are seen
        EvictsLocks,        ///< maxmemory-policy is allkeys-* or volatile-*; text names it
        NoPersistence,      ///< a restart forgets every lock
        LaggingReplicas,    ///< text names the lag
        Restarted,          ///< the server was restarted while we watched; text says when
        DeniedKeys,         ///< text counts what we were not permitted to read
        DeniedCommand,      ///< text names the command that we may not use, and what is therefore not known
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
    std::optional<Milliseconds> retryIn; ///< Lost: when we try again
    ServerFacts server;
    std::vector<Notice> notices;

    Feed feed = Feed::None;
    std::string feedReason;      ///< why not a better one
    bool allNames = false;       ///< Tracking: broadcast has the empty prefix, every birth is heard
    std::vector<std::string> prefixes; ///< otherwise: names under these are heard at birth
    std::vector<std::string> blindSpots; ///< what this feed cannot see, a sentence each
    bool heartbeatOk = false;

    bool sweeping = false;
    std::int64_t keysSeen = 0;   ///< of the present sweep, else of the last one
    std::int64_t keysTotal = 0;  ///< DBSIZE when it began
    std::optional<Milliseconds> pollInterval;  ///< Polling: every known lock is read this often
    std::optional<Milliseconds> sweepInterval; ///< new locks that nothing announces are found within this
    std::optional<Milliseconds> nextSweepIn;

    std::optional<Microseconds> roundTrip;
    double commandsPerSecond = 0; ///< that we send
    std::int64_t locks = 0;
    std::int64_t eventsForgotten = 0; ///< fell out of the ring
    std::int64_t coalesced = 0;   ///< events known to hide others
    bool everLive = false;        ///< a first sweep was completed once
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
    Moment at{};             ///< the same moment on ours
    std::vector<LockInfo> changed;
    std::vector<Gone> gone;
    std::vector<LockEvent> events;
    bool operator==(const MonitorChange &) const = default;
};

struct MonitorOptions
{
    std::vector<UserPattern> patterns;
    bool deep = false;          ///< look at every string value, whatever its name
    bool ownServer = false;     ///< Lockscope's own: neither its cost to others nor its persistence is a concern
    Milliseconds timeout{5000}; ///< to connect, and for a command
    bool watch = true;          ///< false: one sweep, waiters, then Live without a feed (`list`)
    Milliseconds frame{16};     ///< changed() at most once in this time
    std::size_t eventRing = 200'000;
    Milliseconds refreshCycle{60'000}; ///< in which each known lock is read even if nothing was heard of it
    double sweepShare = 0.01;   ///< of the server's time, for every sweep but the first; 0…1
    Milliseconds worstCall{5};  ///< a single SCAN should not take longer
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
    void retryNow(); ///< while the connection is lost: do not wait for the next try

    /// Looks afresh and answers with releasePlanned(), also when it cannot be done. Changes nothing.
    void planRelease(const lockcore::ReleaseWish &wish);

    /// Answers with releasePreviewed(): what would be run as far as the last look tells. Asks the server for nothing; no answer
    /// where there is no such lock (any more). What is carried out is always planned afresh.
    void previewRelease(const lockcore::LockId &id);

    /// Runs what planFor(order) says, guarded by what the order saw. Answers with releaseReported() and, where it was
    /// done, with releaseWatched(); the events of the lock then tell of it as our own. Each order has its own answer.
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

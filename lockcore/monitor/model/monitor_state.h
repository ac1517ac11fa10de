// SPDX-License-Identifier: MIT
// What the Monitor reports about the server, about itself and about changes, as values that are passed between threads.
#pragma once

#include "lockcore/monitor/model/coverage.h"
#include "lockcore/monitor/model/event.h"
#include "lockcore/monitor/model/possible_locks.h"

namespace lockcore {

/// What the server is, according to INFO, CONFIG GET (if permitted) and the handshake.
struct ServerFacts
{
    std::string version;                                 ///< "7.0.15"
    std::string role;                                    ///< "primary", "replica"
    std::string mode;                                    ///< "standalone", "cluster", "sentinel"
    std::int64_t memory = 0;                             ///< bytes used
    std::int64_t keys = 0;                               ///< DBSIZE
    std::vector<std::pair<int, std::int64_t>> databases; ///< those with keys, and how many, in order; empty: not known, or none
    bool hasPexpiretime = false;                         ///< tested if the version is not known; the command came with 7.0
    bool operator==(const ServerFacts &) const = default;
};

/// Something that the user should know about this server or about the user's rights on it.
struct Notice
{
    enum class Kind {
        Replica,          ///< locks are taken on the primary; this view lags behind it
        MasterLinkDown,   ///< a replica that has lost its primary: the data may be old
        ClusterNode,      ///< only this node's slots are seen
        OtherDatabases,   ///< text names the other databases that contain keys, which Lockscope does not see
        EvictsLocks,      ///< maxmemory-policy is allkeys-* or volatile-*; text names it
        NoPersistence,    ///< a restart forgets every lock
        LaggingReplicas,  ///< text names the lag
        Restarted,        ///< the server was restarted during the watch; text says when
        FailedOver,       ///< another primary has taken over during the watch; text is its address, or in whose place it is (cluster)
        Exchanged,        ///< the data may have been replaced during the watch: SWAPDB, a full synchronisation, a promotion
        DeniedKeys,       ///< text counts the keys that may not be read
        KeysElsewhere,    ///< text counts keys that another node of the cluster serves, and quotes the server
        KeysFailed,       ///< text counts keys that could not be read for another reason, and says which
        DeniedCommand,    ///< text names the forbidden command, and what is unknown because of it
        UnknownCommand,   ///< text names a command that the server does not have: it was renamed, or this is a proxy
        Unmeasured,       ///< text counts structures that were not read, because their size is unknown
        TooLarge,         ///< text names keys that may be locks and are too large to be read
        ClockDiffers,     ///< the server's clock and this machine's differ; text says by how much
        ClockJumped,      ///< the server's clock was set during the watch, or this machine slept; text says by how much
        DeepOffered,      ///< text names the library whose locks only --deep would find
        Busy,             ///< loading, running a long script, out of memory
        NoReads,          ///< the cluster is down, or a replica has lost its primary: text is what the server said
        WaitersNotPolled, ///< asking for all waiters is too expensive on this server at present, so Lockscope asks rarely
        NodeLost,         ///< a primary of the cluster is not watched for now: text is why
        SlotsUncovered,   ///< no node of the cluster serves some slots: text counts them
        SlotsMoving,      ///< slots go from node to node: text counts the locks that are on their way
    };

    Kind kind = Kind::Replica;
    std::string text;   ///< the particulars, locale-free; may be empty
    std::string node{}; ///< of a cluster: the primary that it concerns, `host:port`; empty: all of them, or one server is watched
    bool operator==(const Notice &) const = default;
};

enum class MonitorPhase { Idle, Connecting, FirstSweep, Live, Lost, Failed };
enum class MonitorFeed { None, Tracking, KeyspaceEvents, Polling };

/// One primary of a cluster, as far as it is watched.
struct NodeState
{
    std::size_t number = 0; ///< stays the same when another server is promoted in its place
    std::string address;    ///< `host:port`, as in LockInfo::node
    MonitorPhase phase = MonitorPhase::Idle;
    std::optional<Error> error;             ///< Lost, Failed: why; none: it was just promoted, and the first attempt is under way
    std::optional<ServerTime> unknownSince; ///< Lost, Failed: its locks are shown as they were then
    MonitorFeed feed = MonitorFeed::None;
    std::string feedReason; ///< why there is no better feed
    std::int64_t locks = 0;
    std::int64_t slotsServed = 0;
    bool operator==(const NodeState &) const = default;

    bool isLost() const { return phase == MonitorPhase::Lost || phase == MonitorPhase::Failed; }
};

struct ClusterState
{
    static constexpr std::int64_t allSlots = 16'384;

    std::vector<NodeState> primaries; ///< in the order of their addresses
    std::int64_t nodes = 0;           ///< with the replicas
    std::int64_t slotsServed = 0;     ///< by a node that the cluster does not take for failed
    bool operator==(const ClusterState &) const = default;

    const NodeState *find(std::string_view address) const; ///< null: no primary of this cluster
};

struct MonitorState
{
    using Phase = MonitorPhase;
    using Feed = MonitorFeed;

    Phase phase = Phase::Idle;
    std::optional<Error> error;          ///< Lost, Failed: why
    std::optional<Milliseconds> retryIn; ///< Lost: when the next attempt is
    ServerFacts server;
    std::vector<Notice> notices;

    Feed feed = Feed::None;
    std::string feedReason;              ///< why there is no better feed
    bool allNames = false;               ///< with Tracking: the broadcast prefix is empty, so every new key is announced
    std::vector<std::string> prefixes;   ///< otherwise: new keys under these prefixes are announced
    std::vector<std::string> blindSpots; ///< what this feed cannot see, one sentence each
    bool heartbeatOk = false;

    bool sweeping = false;
    std::int64_t keysSeen = 0;                 ///< of the last complete sweep; during the first one, so far
    std::int64_t keysTotal = 0;                ///< DBSIZE when it began
    Coverage coverage;                         ///< what the looks could not read
    std::optional<Milliseconds> pollInterval;  ///< Polling: the interval at which every known lock is read
    std::optional<Milliseconds> sweepInterval; ///< new locks that no message announces are found within this time
    std::optional<Milliseconds> nextSweepIn;

    std::optional<Microseconds> roundTrip;
    double commandsPerSecond = 0; ///< sent by Lockscope
    std::int64_t locks = 0;
    PossibleLocks possible;              ///< of the last complete sweep, without those that are locks by now
    std::int64_t eventsForgotten = 0;    ///< dropped from the ring
    std::int64_t coalesced = 0;          ///< events known to hide others
    bool everLive = false;               ///< a first sweep was completed at some time
    std::string runId;                   ///< of the server's process
    std::string primary;                 ///< host:port of the primary that the sentinels name; empty: a server without sentinels
    std::optional<ClusterState> cluster; ///< none: one server is watched
    bool operator==(const MonitorState &) const = default;

    /// The node of this lock, if its data are not read any more; otherwise null.
    const NodeState *lostNodeOf(const LockInfo &lock) const;
};

/// What has changed since the previous MonitorChange.
struct MonitorChange
{
    struct Gone
    {
        LockInfo last; ///< as it was last known
        EventType how = EventType::Released;
        std::optional<ServerTime> at{}; ///< the lock was held at least until this time; none: until now
        bool onItsWay = false;          ///< OutOfSight: its slot comes or goes, and another node of the cluster may have it
        bool operator==(const Gone &) const = default;
    };

    MonitorState state;
    ServerTime serverNow{}; ///< the server's clock, as estimated now
    Moment at{};            ///< the same moment on the local clock
    std::vector<LockInfo> changed;
    std::vector<ServerTime> lookedAt{}; ///< of one node of a cluster: when the last look at each of `changed` was taken; else empty
    std::vector<Gone> gone;
    std::vector<LockEvent> events;
    bool operator==(const MonitorChange &) const = default;
};

} // namespace lockcore

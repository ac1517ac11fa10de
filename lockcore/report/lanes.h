// SPDX-License-Identifier: MIT
// What a timeline of a run shows, computed from its history: a lane for each worker, a lane for each lock and server with what was in
// Redis, a lane for each resource, and the decisive moments. Times are those of the history. Pure; any thread.
//
//     worker A   ──waiting──▒▒holding▒▒████working████▒▒
//     stock      ███████ A, its lease falls, renewals ███████
//     resource             ██████ A inside ██████
//                                  ┊ marks: the decisive moments
#pragma once

#include "lockcore/judge/run.h"
#include "lockcore/report/decisive.h"

namespace lockcore {

struct WorkerSpan
{
    enum class State {
        Waiting, ///< for the answer to an acquire; in a run with several locks also while it holds another
        Holding, ///< it believes that it holds the lock
        Working, ///< inside the critical section
        Paused,
        Stalled, ///< its work is delayed by the script, or its process was delayed without a plan
        Dead,
    };

    State state = State::Waiting;
    Microseconds begin{0}, end{0};
    bool holds = false;     ///< it believes that it holds the lock, whatever the state
    bool inside = false;    ///< it is inside the critical section, whatever the state
    std::uint64_t from = 0; ///< number of the entry that began the state
    bool operator==(const WorkerSpan &) const = default;
};

/// A worker's command at the time of its turn.
struct LaneCommand
{
    Microseconds at{0};
    std::uint64_t number = 0;
    std::string name;                       ///< upper case, without arguments
    bool changes = false;                   ///< it changes a holding
    std::optional<std::int64_t> token = {}; ///< the fencing token that it brought
    bool operator==(const LaneCommand &) const = default;
};

/// What a worker believes about one lock.
struct LockBelief
{
    std::string lock;
    std::int64_t count = 0;    ///< how many times it believes that it holds the lock; 0: it does not
    bool contradicted = false; ///< it believes that it holds the lock, and the record proves that it does not
    bool holds = false;        ///< a holding that it made, or one on which its belief rests, is in Redis
    bool operator==(const LockBelief &) const = default;
};

/// A worker believes that it holds a lock.
struct BeliefSpan
{
    Microseconds begin{0}, end{0};
    std::optional<bool> agrees;           ///< with the record of the servers; none: the record cannot say
    std::vector<std::string> denied = {}; ///< if the run has several locks: those that it does not hold according to the record
    bool operator==(const BeliefSpan &) const = default;
};

struct WorkerLane
{
    std::string worker;
    std::vector<WorkerSpan> spans; ///< ascending, without overlap; between them it is idle
    std::vector<LaneCommand> commands;
    std::vector<BeliefSpan> beliefs{}; ///< ascending, without overlap
    bool operator==(const WorkerLane &) const = default;
};

/// From `at` on the lease decreases with time; none: no TTL.
struct LeasePoint
{
    Microseconds at{0};
    std::optional<Milliseconds> left;
    std::uint64_t number = 0;
    bool operator==(const LeasePoint &) const = default;
};

/// A holding that exists in Redis.
struct LockSpan
{
    enum class End {
        None,      ///< it existed until the end of the run
        Released,  ///< by the worker that took it
        Removed,   ///< by another worker
        TakenOver, ///< by another worker, whose command made its own holding in its place
        Expired,
        Operator,
        Server, ///< an eviction, a flush, a restart
        Unknown,
    };

    std::optional<Incarnation> owner; ///< the worker whose command made it
    Bytes mark;                       ///< its value, field or member
    Microseconds begin{0}, end{0};
    End how = End::None;
    std::optional<Incarnation> by; ///< Removed, TakenOver: the worker whose command removed it
    bool wronged = false;          ///< Removed, TakenOver: its owner still claimed the lock, within its lease
    std::uint64_t created = 0, ended = 0;
    std::vector<LeasePoint> lease;          ///< when the holding was made, then one for each renewal
    std::size_t row = 0;                    ///< holdings that exist at the same time have different rows
    std::optional<std::int64_t> token = {}; ///< the fencing token of its owner
    std::string session = {};               ///< of ZooKeeper: whose end removes it
    std::vector<Incarnation> behind = {};   ///< who had a place in its queue meanwhile, in the queue's order
    bool operator==(const LockSpan &) const = default;
};

struct LockLane
{
    std::string lock;
    std::int64_t server = 0;
    std::vector<LockSpan> spans; ///< in the order in which they begin
    std::size_t rows = 1;
    bool operator==(const LockLane &) const = default;
};

struct ResourceSpan
{
    Incarnation who;
    Microseconds begin{0}, end{0};
    std::uint64_t enter = 0;
    std::size_t row = 0;
    bool operator==(const ResourceSpan &) const = default;
};

struct ResourceWrite
{
    Incarnation who;
    Microseconds at{0};
    std::uint64_t number = 0;
    bool refused = false;
    std::optional<std::int64_t> version; ///< the resource's version afterwards
    bool operator==(const ResourceWrite &) const = default;
};

/// Two owners that exclude each other are inside at the same time.
struct LaneBand
{
    Incarnation first, second;
    Microseconds begin{0}, end{0};
    std::uint64_t from = 0;
    bool operator==(const LaneBand &) const = default;
};

struct ResourceLane
{
    std::string lock;
    std::vector<ResourceSpan> spans;
    std::vector<ResourceWrite> writes; ///< and other accesses that were refused
    std::vector<LaneBand> bands;
    std::size_t rows = 1;
    bool operator==(const ResourceLane &) const = default;
};

enum class LanePlace { Run, Worker, Lock, Resource };

/// A decisive moment, and the lane in which it is shown.
struct LaneMark : DecisiveMoment
{
    LanePlace place = LanePlace::Run;
    std::size_t lane = 0;                   ///< index among the lanes of its place
    std::optional<std::size_t> worker = {}; ///< of a protection: index of the worker whose act it met
    bool operator==(const LaneMark &) const = default;
};

/// A fault of a worker's network, of a server or of a lock, or an exception in its work. Pauses, stalls and deaths are states of its lane.
struct LaneFault
{
    Microseconds at{0};
    std::uint64_t number = 0;
    LanePlace place = LanePlace::Run;
    std::size_t lane = 0;
    std::string text; ///< `a held reply of A`
    bool operator==(const LaneFault &) const = default;
};

struct Lanes
{
    Microseconds begin{0}, end{0};   ///< from the end of the warm-up to the last event that matters
    std::vector<WorkerLane> workers; ///< in the order in which they were started
    std::vector<LockLane> locks;     ///< empty if the run looked at no keys
    std::vector<ResourceLane> resources;
    std::vector<LaneFault> faults;
    std::vector<LaneMark> marks; ///< the decisive moments, ascending
    std::int64_t quorum = 1;     ///< servers on which a holding must exist
    std::string store = "Redis"; ///< for sentences; the name may come from a file
    bool operator==(const Lanes &) const = default;
};

Lanes lanesOf(const HistoryIndex &history, const std::vector<Verdict> &verdicts);

const LaneMark *findMark(const Lanes &lanes, std::uint64_t number); ///< null: the entry is no decisive moment

// For logs and test output. Times are in ms of the run.
std::string toString(const WorkerLane &lane);   ///< `A: 10-20 waiting, 20-98 working holds; SET@20*`
std::string toString(const LockLane &lane);     ///< `stock/0: 20-98 A removed by B`
std::string toString(const ResourceLane &lane); ///< `stock: 20-98 A; 30-98 A+B; B@60 v2`
std::string toString(const Lanes &lanes);       ///< one line for each lane, and the marks: `#12 lock 0 violated`

template <>
inline constexpr std::array<std::string_view, 6> wordsOf<WorkerSpan::State>{"waiting", "holding", "working", "paused", "stalled", "dead"};
template <>
inline constexpr std::array<std::string_view, 8> wordsOf<LockSpan::End>{"to the end", "released", "removed", "taken over",
                                                                        "expired",    "operator", "server",  "unknown"};
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<LanePlace>{"run", "worker", "lock", "resource"};

} // namespace lockcore

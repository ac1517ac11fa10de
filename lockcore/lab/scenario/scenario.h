// SPDX-License-Identifier: MIT
// A scenario of the Lab as a value: who contends for what, what goes wrong when, and what the referee should find. It is data
// and never holds a command. Its file: scenario_file.h. Each struct lists the fields of its part of the file once, in each(): reader, writer,
// slow motion, hunts, the editor and the documentation go through these lists. Copyable; any thread.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/judge/entry.h"
#include "lockcore/judge/verdict.h"
#include "lockcore/lab/scenario/field_rule.h"
#include "lockcore/lab/scenario/store.h"

#include <map>
#include <optional>

namespace lockcore {

inline constexpr std::int64_t scenarioVersion = 1; ///< of the file's format
inline constexpr std::int64_t mostServers = 9;

/// What a script can wait for. All but LockFree and Start are about one worker.
enum class Happening {
    Asked,
    Waiting,
    Ok,
    Refused,
    Failed,
    Inside, ///< its `enter` was accepted
    ReadIt, ///< it has read the resource
    Wrote,
    WriteRefused,
    Left, ///< its `exit` was accepted
    Releasing,
    Released, ///< the release was answered, whatever the answer
    Renewed,
    Lost,
    Dead,
    Paused,
    Resumed,
    Done, ///< all its rounds
    KeyCreated,
    KeyExtended,
    KeyRemoved,
    KeyExpired,
    Struck, ///< a network fault of its script has met its command
    LockFree,
    ServerBack,
    ServerFull, ///< its memory was filled, or it evicted the lock
    SlotMoving, ///< of a cluster: the keys of the slot that a fault moves have arrived
    SlotMoved,
    Start,
};

bool isAboutALock(Happening what);
bool isAboutAProcess(Happening what); ///< not about one of several owners in it

/// The `nth` time that it happens after the warm-up.
struct Condition
{
    Happening what = Happening::Start;
    std::string who; ///< the worker; empty where it is about none
    std::int64_t nth = 1;
    std::string lock{}; ///< empty: the first lock of the worker, or of the scenario where it is about no worker
    bool operator==(const Condition &) const = default;
};

std::string toString(const Condition &condition); ///< `A inside`, `A inside stock`, `B's key stock expired`, `lock stock free #2`
std::optional<Condition> conditionFrom(const std::string &text); ///< the inverse; none: it is not one

enum class Action {
    Kill,
    Restart, ///< kills it if need be; the new incarnation plays its rounds
    Pause,
    Resume,
    Stall,
    Throw,
    Cancel, ///< tells an owner that waits for the lock to give up
    HoldRequest,
    HoldReply,
    DelayRequests,
    DelayReplies,
    LoseRequests,
    LoseReplies,
    LoseMessages, ///< of a subscription
    BlackHole,
    CutReply,
    Reset,
    Pass, ///< what is held goes on, and the network is restored
    RestartServer,
    WipeServer, ///< a restart without its data
    PauseServer,
    ResumeServer,
    FlushDatabase,
    FlushScripts,
    ForceRelease, ///< the operator deletes the lock's key
    FillMemory,   ///< until the server evicts
    CutReplication,
    PromoteReplica, ///< the server is dead, and its replica takes its place
    BeginSlotMove,  ///< of a cluster: the slot of the lock's key is on its way to another node, with all its keys
    EndSlotMove,
};

/// What a command is for, as far as its name and the request that it belongs to tell.
enum class Purpose { Any, Read, Take, Renew, Free };

/// The request that a worker was sent last. What it sends to a server from then on, until the next one, belongs to it.
enum class Phase { Any, Acquire, Work, Extend, Release };

struct Fault
{
    std::vector<Condition> when; ///< all of them
    Milliseconds after{0};
    Action action = Action::Kill;
    std::string who;                ///< the worker; empty for servers and the operator
    std::int64_t server = 0;        ///< of actions on a server
    Purpose of = Purpose::Any;      ///< of network faults: the command that they meet
    std::optional<Milliseconds> by; ///< how long a stall or a delay takes
    Milliseconds jitter{0};         ///< of a delay
    Phase in = Phase::Any;          ///< of network faults, as the next two: what the command belongs to
    std::string command{};          ///< its name, in capitals; empty: any. A transaction of one command has the name of that, else EXEC
    std::int64_t nth = 1;           ///< of those that match, counted from one for each request if `in` names one. No connection set-up
    std::string lock{};             ///< of network faults: whose key the command names; empty: any. Else: whose key; empty: of the first
    bool operator==(const Fault &) const = default;

    /// Visits the fields of the file in their order: visit(name, member, rule); without a rule, a usual one. `do` is `action` and `who`.
    template <class Visit>
    static void each(Visit &&visit)
    {
        visit("when", &Fault::when, FieldRule::needed());
        visit("after_ms", &Fault::after);
        visit("do", &Fault::action, FieldRule::needed());
        visit("server", &Fault::server, FieldRule::range(0, mostServers - 1)); // and one that the scenario has
        visit("of", &Fault::of);
        visit("in", &Fault::in);
        visit("command", &Fault::command);
        visit("nth", &Fault::nth, FieldRule::range(1, 1000));
        visit("lock", &Fault::lock);
        visit("by_ms", &Fault::by);
        visit("jitter_ms", &Fault::jitter);
    }
};

/// What a worker does with one lock, and inside it with others.
struct ScenarioSection
{
    enum class Releases { IfHeld, Always, Never };
    enum class Reads { Inside, Outside, Both };

    std::string lock;                          ///< empty: the first of the scenario
    entry::Mode mode = entry::Mode::Exclusive; ///< of its acquires. A reader writes nothing
    std::vector<Condition> after;              ///< it begins then; of a worker: its first round
    Reads reads = Reads::Inside;               ///< the critical section; outside: before it acquires, and then it only writes
    std::int64_t tries = 1;                    ///< of a request that ends in an error, for example because the server is away
    std::int64_t depth = 1;                    ///< acquires in a row, each with its release; 0: it works without the lock
    std::vector<Condition> reenterAfter;       ///< before each further acquire of a depth
    bool innerEnds = false;                    ///< each further acquire of a depth is given back before it works
    std::optional<Milliseconds> wait;          ///< of an acquire; none: for ever
    bool givesLease = true;                    ///< the acquire names the scenario's lease; else the library's default counts
    std::optional<Milliseconds> lease;         ///< instead of the scenario's
    std::optional<Milliseconds> extends;       ///< before it works, it asks for this lease instead
    std::optional<Milliseconds> innerLease;    ///< of each further acquire of a depth, given there
    Milliseconds work{0};                      ///< at least so long between reading and writing
    std::vector<Condition> workUntil;          ///< and until then
    std::optional<std::int64_t> releasesOf;    ///< of a depth: how many are given back
    Releases releases = Releases::IfHeld;
    bool worksUnheld = false;            ///< it works though the acquire failed
    std::vector<ScenarioSection> inside; ///< one after the other, in the critical section, before it reads there
    bool operator==(const ScenarioSection &) const = default;

    template <class Visit>
    static void each(Visit &&visit)
    {
        visit("lock", &ScenarioSection::lock);
        visit("mode", &ScenarioSection::mode);
        visit("after", &ScenarioSection::after);
        visit("tries", &ScenarioSection::tries, FieldRule::range(1, 1000));
        visit("depth", &ScenarioSection::depth, FieldRule::range(0, 100));
        visit("re_enter_after", &ScenarioSection::reenterAfter);
        visit("inner_ends", &ScenarioSection::innerEnds);
        visit("releases_of", &ScenarioSection::releasesOf, FieldRule::range(0, 100));
        visit("wait_ms", &ScenarioSection::wait);
        visit("gives_lease", &ScenarioSection::givesLease);
        visit("lease_ms", &ScenarioSection::lease, FieldRule::from(1));
        visit("extend_ms", &ScenarioSection::extends, FieldRule::from(1));
        visit("inner_lease_ms", &ScenarioSection::innerLease, FieldRule::from(1));
        visit("reads", &ScenarioSection::reads);
        visit("inside", &ScenarioSection::inside);
        visit("work_ms", &ScenarioSection::work);
        visit("work_until", &ScenarioSection::workUntil);
        visit("releases", &ScenarioSection::releases);
        visit("works_unheld", &ScenarioSection::worksUnheld);
    }
};

struct ScenarioWorker : ScenarioSection
{
    std::string name;
    std::string processOf{}; ///< it is one more owner in the process of this worker, as a second thread is; empty: its own process
    std::int64_t rounds = 1;
    std::vector<Condition> again;              ///< each further round begins then, if they have happened at least once
    std::optional<std::int64_t> leaseRounds{}; ///< only so many of the first rounds name the lease; none: all
    Milliseconds skew{0};                      ///< its wall clock is ahead by this
    bool operator==(const ScenarioWorker &) const = default;

    template <class Visit>
    static void each(Visit &&visit)
    {
        visit("name", &ScenarioWorker::name, FieldRule::needed());
        visit("in_process_of", &ScenarioWorker::processOf);
        visit("rounds", &ScenarioWorker::rounds, FieldRule::range(1, 1'000'000));
        visit("again", &ScenarioWorker::again);
        visit("lease_rounds", &ScenarioWorker::leaseRounds, FieldRule::range(1, 1'000'000));
        visit("skew_ms", &ScenarioWorker::skew, FieldRule::from(-FieldRule::longest.count()));
        ScenarioSection::each(visit);
    }
};

struct Scenario
{
    std::int64_t version = scenarioVersion;
    std::string name; ///< of its file, without `.json`
    std::string file;
    std::string title, chapter, story;
    std::vector<std::string> pitfalls, sources;
    std::string twin;                           ///< the sound one, or for which this is the sound one
    std::string protocol;                       ///< of lockcore/locks; `external`: of a command that is given to the run
    std::map<std::string, std::string> options; ///< of the protocol
    std::vector<std::string> needs;             ///< capabilities; a library without one skips it
    Importance importance = Importance::Must;

    Store store = Store::Redis;
    std::int64_t servers = 1;
    std::int64_t replicas = 0;                   ///< of each server: 0 or 1
    bool cluster = false;                        ///< instead of a server: three primaries with a replica each, which share the slots
    std::map<std::string, std::string> settings; ///< of the servers
    bool looks = true;
    bool warmUp = true;

    std::vector<std::string> locks{"stock"};
    Milliseconds lease{400};
    Milliseconds retry{20}; ///< between two tries of a worker that polls
    Milliseconds commandTimeout{1000};
    std::optional<Milliseconds> queueTimeout;
    bool fenced = false; ///< the resource refuses stale tokens
    std::optional<std::int64_t> stock;

    std::vector<ScenarioWorker> workers;
    std::vector<Fault> script;
    bool fresh = false;       ///< at the end a fresh worker tries to take the lock
    bool onceMore = false;    ///< then each worker that still lives takes it, when all faults are over
    Milliseconds limit{3000}; ///< of the rounds; what has not happened by then does not
    std::optional<std::uint64_t> seed;
    std::map<Property, Outcome> expected;
    bool operator==(const Scenario &) const = default;

    template <class Visit>
    static void each(Visit &&visit)
    {
        visit("lockscope_scenario", &Scenario::version, FieldRule::needed(1, 1'000'000));
        visit("title", &Scenario::title, FieldRule::needed());
        visit("chapter", &Scenario::chapter);
        visit("story", &Scenario::story);
        visit("pitfalls", &Scenario::pitfalls);
        visit("sources", &Scenario::sources);
        visit("twin", &Scenario::twin);
        visit("protocol", &Scenario::protocol, FieldRule::needed());
        visit("options", &Scenario::options);
        visit("needs", &Scenario::needs);
        visit("importance", &Scenario::importance);
        visit("store", &Scenario::store);
        visit("servers", &Scenario::servers, FieldRule::range(1, mostServers));
        visit("replicas", &Scenario::replicas, FieldRule::range(0, 1));
        visit("cluster", &Scenario::cluster);
        visit("settings", &Scenario::settings);
        visit("looks", &Scenario::looks);
        visit("warm_up", &Scenario::warmUp);
        visit("locks", &Scenario::locks, FieldRule::formerly("lock"));
        visit("lease_ms", &Scenario::lease, FieldRule::from(1, FieldRule::Presence::Written));
        visit("retry_ms", &Scenario::retry, FieldRule::from(1));
        visit("command_timeout_ms", &Scenario::commandTimeout, FieldRule::from(1));
        visit("queue_timeout_ms", &Scenario::queueTimeout);
        visit("fenced", &Scenario::fenced);
        visit("stock", &Scenario::stock, FieldRule::range(0, 1'000'000'000));
        visit("fresh", &Scenario::fresh);
        visit("once_more", &Scenario::onceMore);
        visit("limit_ms", &Scenario::limit, FieldRule::from(1));
        visit("seed", &Scenario::seed, FieldRule::range(1, std::int64_t(1) << 53));
        visit("workers", &Scenario::workers, FieldRule::needed());
        visit("script", &Scenario::script);
        visit("expect", &Scenario::expected, FieldRule::needed());
    }
};

/// What it waits for that only a record of the server shows: `A's key expired`. None: nothing.
std::optional<std::string> needOfRecord(const Scenario &scenario);

/// Why it cannot be played on a server that is not the Lab's own: what it does to the server, or learns of it. None: it can.
std::optional<std::string> needOfOwnServer(const Scenario &scenario);

/// Why it cannot be played on a cluster. None: it can.
std::optional<std::string> whyNotOnCluster(const Scenario &scenario);

/// The same scenario on a cluster. The locks of a protocol that uses several keys get names in braces, which put them into one slot.
Scenario onCluster(Scenario scenario);

const ScenarioWorker *findWorker(const Scenario &scenario, std::string_view name);

/// Whose process the worker lives in: mostly its own. Faults strike processes.
const std::string &processOf(const Scenario &scenario, const std::string &worker);

/// The owner's name in its requests; empty: it has its process for itself.
std::string ownerOf(const Scenario &scenario, const std::string &worker);

/// Each list of conditions of a worker, also of what it does inside a lock.
template <class Section, class Visit>
void eachConditions(Section &section, Visit &&visit)
{
    std::remove_const_t<Section>::each([&](const char *, auto member, const FieldRule & = {}) {
        using Value = std::remove_cvref_t<decltype(section.*member)>;
        if constexpr (std::is_same_v<Value, std::vector<Condition>>)
            visit(section.*member);
        else if constexpr (std::is_same_v<Value, std::vector<ScenarioSection>>)
            for (auto &inner : section.*member)
                eachConditions(inner, visit);
    });
}

/// What a worker does with each of its locks, the outer before the inner.
template <class Section, class Visit>
void eachSection(Section &section, Visit &&visit)
{
    visit(section);
    for (auto &inner : section.inside)
        eachSection(inner, visit);
}

const std::string &lockOf(const Scenario &scenario, const ScenarioSection &section);

/// Without a name: the first lock of the worker; null: it does not take this lock.
const ScenarioSection *findSection(const Scenario &scenario, const ScenarioWorker &worker, std::string_view lock);

template <>
inline constexpr std::array<std::string_view, 29> wordsOf<Happening>{
    "asked",         "waiting",     "ok",          "refused",      "failed",      "inside",      "read",   "wrote",
    "write-refused", "left",        "releasing",   "released",     "renewed",     "lost",        "dead",   "paused",
    "resumed",       "done",        "key created", "key extended", "key removed", "key expired", "struck", "lock free",
    "server back",   "server full", "slot moving", "slot moved",   "start"};

template <>
inline constexpr std::array<std::string_view, 30> wordsOf<Action>{
    "kill",           "restart",       "pause",           "resume",          "stall",           "throw",
    "cancel",         "hold request",  "hold reply",      "delay requests",  "delay replies",   "lose requests",
    "lose replies",   "lose messages", "black hole",      "cut reply",       "reset",           "pass",
    "restart server", "wipe server",   "pause server",    "resume server",   "flush database",  "flush scripts",
    "force release",  "fill memory",   "cut replication", "promote replica", "begin slot move", "end slot move"};

template <>
inline constexpr std::array<std::string_view, 5> wordsOf<Purpose>{"any", "read", "take", "renew", "free"};

template <>
inline constexpr std::array<std::string_view, 5> wordsOf<Phase>{"any", "acquire", "work", "extend", "release"};

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<ScenarioSection::Reads>{"inside", "outside", "both"};

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<ScenarioSection::Releases>{"if-held", "always", "never"};

} // namespace lockcore

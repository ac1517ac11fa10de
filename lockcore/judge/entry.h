// SPDX-License-Identifier: MIT
// The numbered entries of a history: everything that the Lab saw and did, in one order. Each kind is a flat struct that lists its fields by
// name once, in each(): the printer and the code that reads and writes files use that list.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"
#include "lockcore/judge/enum_words.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockcore {

/// One run of a worker process. A restarted worker is a new incarnation; a dead incarnation never comes back.
struct Incarnation
{
    std::string worker;
    std::int64_t number = 1;
    auto operator<=>(const Incarnation &) const = default;
};

std::string toString(const Incarnation &who); ///< `A`, or `A#2` for the second incarnation

enum class Capability { Try, Extend, Reentrant, Watchdog, Fencing, Lost, Fair, ReadWrite, Concurrent, Stall, Throw, Skew, Cluster };

namespace entry {

enum class Mode { Exclusive, Read, Write };
enum class Step { Enter, Read, Write, Exit };

/// The process was started.
struct Started
{
    Incarnation who;
    bool operator==(const Started &) const = default;
    static constexpr std::string_view word = "started";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
    }
};

/// `hello_ok` was received.
struct Ready
{
    Incarnation who;
    std::string library, version, language;
    std::vector<Capability> capabilities;
    std::optional<Milliseconds> defaultLease; ///< none: the library has no lease of its own
    std::optional<Milliseconds> renewEvery, minLease, leaseStep;
    std::optional<Milliseconds> queueTimeout; ///< how long a queue keeps the place of a waiter that is gone; none: not said
    bool sessionLease = false; ///< each lock lasts as long as the worker's session with the server, whose timeout is defaultLease
    bool can(Capability capability) const { return std::ranges::find(capabilities, capability) != capabilities.end(); }
    bool operator==(const Ready &) const = default;
    static constexpr std::string_view word = "ready";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("library", self.library);
        visit("version", self.version);
        visit("language", self.language);
        visit("capabilities", self.capabilities);
        visit("default_lease_ms", self.defaultLease);
        visit("renew_every_ms", self.renewEvery);
        visit("min_lease_ms", self.minLease);
        visit("lease_step_ms", self.leaseStep);
        visit("queue_timeout_ms", self.queueTimeout);
        visit("session_lease", self.sessionLease);
    }
};

enum class Request { Acquire, Release, Extend, Cancel, Probe, Work, Stall, Throw, Bye };

/// The Lab sends a request. The time is taken before the line is written.
struct Sent
{
    Incarnation who;
    Request request = Request::Acquire;
    std::uint64_t id = 0; ///< unique within the incarnation
    std::string lock, owner;
    Mode mode = Mode::Exclusive;
    std::optional<Milliseconds> wait;   ///< of an acquire; none: for ever
    std::optional<Milliseconds> lease;  ///< of an acquire or an extend; none: the library's default
    std::vector<Step> steps;            ///< of work
    std::optional<Milliseconds> length; ///< of a stall
    std::uint64_t of = 0;               ///< of a cancel: the id of the acquire
    bool operator==(const Sent &) const = default;
    static constexpr std::string_view word = "sent";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("request", self.request);
        visit("id", self.id);
        visit("lock", self.lock);
        visit("owner", self.owner);
        visit("mode", self.mode);
        visit("wait_ms", self.wait);
        visit("lease_ms", self.lease);
        visit("steps", self.steps);
        visit("length_ms", self.length);
        visit("of", self.of);
    }
};

enum class Answer { Ok, No, Error, Held };

/// The Lab read an answer to the request with the same id. The time is taken after the line was read.
struct Received
{
    Incarnation who;
    Answer answer = Answer::Ok;
    std::uint64_t id = 0;
    std::optional<std::int64_t> token;    ///< fencing token
    std::optional<Milliseconds> validity; ///< left when the worker wrote the line
    std::optional<std::int64_t> count;    ///< what is still held after a release
    std::optional<Bytes> key, mark;       ///< name the holding: key, and its value, field or member
    std::string reason;                   ///< of a `no`
    std::string code, text;               ///< of an error
    bool indefinite = false;              ///< of an error: it may have happened
    bool holding = false;                 ///< of a `held`
    bool operator==(const Received &) const = default;
    static constexpr std::string_view word = "received";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("answer", self.answer);
        visit("id", self.id);
        visit("token", self.token);
        visit("validity_ms", self.validity);
        visit("count", self.count);
        visit("key", self.key);
        visit("mark", self.mark);
        visit("reason", self.reason);
        visit("code", self.code);
        visit("text", self.text);
        visit("indefinite", self.indefinite);
        visit("holding", self.holding);
    }
};

enum class Report { Waiting, Renewed, Lost };

/// The Lab read an event of the worker.
struct Reported
{
    Incarnation who;
    Report report = Report::Waiting;
    std::string lock, owner;
    bool operator==(const Reported &) const = default;
    static constexpr std::string_view word = "reported";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("report", self.report);
        visit("lock", self.lock);
        visit("owner", self.owner);
    }
};

/// Where the worker is in its source. Displayed, never judged.
struct Located
{
    Incarnation who;
    std::string file;
    std::int64_t line = 0;
    bool operator==(const Located &) const = default;
    static constexpr std::string_view word = "located";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("file", self.file);
        visit("line", self.line);
    }
};

/// A call to the protected resource and the Lab's answer, in the one order of the resource. Before an `enter` gets its number, the Lab has
/// checked that the workers inside are alive.
struct Accessed
{
    Incarnation who;
    std::uint64_t work = 0; ///< id of the request
    Step step = Step::Enter;
    std::string lock, owner;
    Mode mode = Mode::Exclusive;
    std::optional<std::int64_t> token;
    std::optional<std::int64_t> based; ///< of a write: the version that was read
    std::optional<std::int64_t> value; ///< read or to be written
    bool refused = false;
    std::string reason;                  ///< of a refusal
    std::optional<std::int64_t> version; ///< of the resource, after the call
    bool operator==(const Accessed &) const = default;
    static constexpr std::string_view word = "accessed";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("work", self.work);
        visit("step", self.step);
        visit("lock", self.lock);
        visit("owner", self.owner);
        visit("mode", self.mode);
        visit("token", self.token);
        visit("based", self.based);
        visit("value", self.value);
        visit("refused", self.refused);
        visit("reason", self.reason);
        visit("version", self.version);
    }
};

enum class Death { Bye, Killed, Crashed };

/// The process is dead and reaped, and its output was read to the end.
struct Died
{
    Incarnation who;
    Death death = Death::Killed;
    std::string text; ///< exit code or signal, for display
    bool operator==(const Died &) const = default;
    static constexpr std::string_view word = "died";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("death", self.death);
        visit("text", self.text);
    }
};

/// All processes of the worker are stopped.
struct Paused
{
    Incarnation who;
    bool operator==(const Paused &) const = default;
    static constexpr std::string_view word = "paused";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
    }
};

struct Resumed
{
    Incarnation who;
    bool operator==(const Resumed &) const = default;
    static constexpr std::string_view word = "resumed";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
    }
};

enum class Place { Worker, Server, Lab };

/// An unplanned stall, as measured without the worker's help.
struct Stalled
{
    Place place = Place::Worker;
    Incarnation who;         ///< of a worker's stall
    std::int64_t server = 0; ///< of a server's stall
    Microseconds since{0};   ///< the stall began at this time of the Lab's clock or later
    Microseconds length{0};
    bool operator==(const Stalled &) const = default;
    static constexpr std::string_view word = "stalled";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("place", self.place);
        visit("who", self.who);
        visit("server", self.server);
        visit("since_us", self.since);
        visit("length_us", self.length);
    }
};

enum class Verb { Read, Take, Extend, Free, Other };
enum class Fate { Executed, Unknown };

/// A server executed a command. Its changes to keys follow as KeyChanged entries that name this entry as their cause.
struct Turn
{
    std::int64_t server = 0;
    std::optional<Incarnation> who; ///< none: a client that is no worker
    std::string command;            ///< upper case, without arguments
    Verb verb = Verb::Other;        ///< its purpose, as far as its name and its keys show it
    std::vector<Bytes> keys;
    Fate fate = Fate::Executed;
    std::string reply;             ///< as the server gave it, for display: `nil`, `1`, `"OK"`; escaped, elided; empty: none, or not known
    std::uint64_t unblockedBy = 0; ///< number of the turn that unblocked it; 0: none
    bool operator==(const Turn &) const = default;
    static constexpr std::string_view word = "turn";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("server", self.server);
        visit("who", self.who);
        visit("command", self.command);
        visit("verb", self.verb);
        visit("keys", self.keys);
        visit("fate", self.fate);
        visit("reply", self.reply);
        visit("unblocked_by", self.unblockedBy);
    }
};

enum class KeyEvent {
    Created,
    Changed,  ///< the same element with other content, for example another count
    Extended, ///< its TTL is now `ttl`
    Removed,
    Expired,
    Evicted,
    Flushed,
    LostByServer, ///< gone after a restart or a failover
};

enum class Role {
    Unknown,
    Holding, ///< the holding of a lock, recognised by a format with confidence ≥ 3
    Other,   ///< known not to be a holding: queue, counter, time-outs
};

/// What happened to one element of a key: the string's value, a field, a member. An overwritten value is a Removed of the old
/// element and a Created of the new one, with the same cause. So is a new owner under the same value.
struct KeyChanged
{
    std::int64_t server = 0;
    std::int64_t database = 0;
    Bytes key, element;
    KeyEvent event = KeyEvent::Created;
    Role role = Role::Unknown;
    std::string lock;                  ///< the lock that is held, if the role is Holding
    std::uint64_t cause = 0;           ///< number of the Turn, ServerFaulted or Operated that caused it; 0: the server itself, or unknown
    std::optional<Milliseconds> ttl;   ///< after Created, Changed or Extended; none: no TTL
    std::optional<std::int64_t> count; ///< hold count, where the element has one
    bool rewritten = false;            ///< of Created: replaces a value in a field or a score that another client had written
    std::string session;               ///< of ZooKeeper: the client's session, whose end removes it; heartbeats keep it, not a TTL
    std::int64_t zxid = 0;             ///< of ZooKeeper: the number of the transaction; 0: none
    bool operator==(const KeyChanged &) const = default;
    static constexpr std::string_view word = "key";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("server", self.server);
        visit("db", self.database);
        visit("key", self.key);
        visit("element", self.element);
        visit("event", self.event);
        visit("role", self.role);
        visit("lock", self.lock);
        visit("cause", self.cause);
        visit("ttl_ms", self.ttl);
        visit("count", self.count);
        visit("rewritten", self.rewritten);
        visit("session", self.session);
        visit("zxid", self.zxid);
    }
};

enum class ServerFault {
    RestartedWithData,
    RestartedWithoutData,
    Stopped,
    Continued,
    ScriptsFlushed,
    Flushed,
    MemoryLimited,
    Promoted,
    ClockStepped,
    ReplicationCut,
    SlotMoving, ///< the keys of a cluster's slot are on another node already, and the old one answers ASK
    SlotMoved,  ///< the other node serves the slot, and the old one answers MOVED
};

struct ServerFaulted
{
    std::int64_t server = 0;
    ServerFault fault = ServerFault::Stopped;
    bool operator==(const ServerFaulted &) const = default;
    static constexpr std::string_view word = "server-fault";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("server", self.server);
        visit("fault", self.fault);
    }
};

enum class NetworkFault { HoldRequest, HoldReply, Delay, Cut, Reset, BlackHole, OneWayLoss, Healed };

/// A network fault at the gate of a worker begins or, with Healed, ends.
struct NetworkFaulted
{
    Incarnation who;
    NetworkFault fault = NetworkFault::Cut;
    bool operator==(const NetworkFaulted &) const = default;
    static constexpr std::string_view word = "network-fault";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("fault", self.fault);
    }
};

/// From now on the worker's own clock is ahead of the others by `offset`.
struct Skewed
{
    Incarnation who;
    Milliseconds offset{0};
    bool operator==(const Skewed &) const = default;
    static constexpr std::string_view word = "skewed";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("who", self.who);
        visit("offset_ms", self.offset);
    }
};

/// An operator released a lock by force.
struct Operated
{
    std::string lock;
    std::string text; ///< what was done, for display
    bool operator==(const Operated &) const = default;
    static constexpr std::string_view word = "operator";
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {
        visit("lock", self.lock);
        visit("text", self.text);
    }
};

/// The warm-up is over: earlier requests are not judged.
struct Begun
{
    bool operator==(const Begun &) const = default;
    static constexpr std::string_view word = "begin";
    template <class Self, class Visit>
    static void each(Self &, Visit &&)
    { }
};

/// The last line of a complete history.
struct Ended
{
    bool operator==(const Ended &) const = default;
    static constexpr std::string_view word = "end";
    template <class Self, class Visit>
    static void each(Self &, Visit &&)
    { }
};

} // namespace entry

using What = std::variant<entry::Started, entry::Ready, entry::Sent, entry::Received, entry::Reported, entry::Located, entry::Accessed,
                          entry::Died, entry::Paused, entry::Resumed, entry::Stalled, entry::Turn, entry::KeyChanged, entry::ServerFaulted,
                          entry::NetworkFaulted, entry::Skewed, entry::Operated, entry::Begun, entry::Ended>;

struct HistoryEntry
{
    std::uint64_t number = 0; ///< 1, 2, 3, … without gaps
    Microseconds at{0};       ///< on the Lab's monotonic clock, since the start of the run; never decreases
    What what;
    bool operator==(const HistoryEntry &) const = default;
};

std::string toString(const HistoryEntry &entry); ///< one line: number, time, kind, the fields that are not empty

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<entry::Mode>{"x", "r", "w"};
template <>
inline constexpr std::array<std::string_view, 13> wordsOf<Capability>{
    "try", "extend", "reentrant", "watchdog", "fencing", "lost", "fair", "readwrite", "concurrent", "stall", "throw", "skew", "cluster"};
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<entry::Step>{"enter", "read", "write", "exit"};
template <>
inline constexpr std::array<std::string_view, 9> wordsOf<entry::Request>{"acquire", "release", "extend", "cancel", "probe",
                                                                         "work",    "stall",   "throw",  "bye"};
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<entry::Answer>{"ok", "no", "err", "held"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<entry::Report>{"waiting", "renewed", "lost"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<entry::Death>{"bye", "killed", "crashed"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<entry::Place>{"worker", "server", "lab"};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<entry::Verb>{"read", "take", "extend", "free", "other"};
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<entry::Fate>{"executed", "unknown"};
template <>
inline constexpr std::array<std::string_view, 8> wordsOf<entry::KeyEvent>{"created", "changed", "extended", "removed",
                                                                          "expired", "evicted", "flushed",  "lost-by-server"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<entry::Role>{"unknown", "holding", "other"};
template <>
inline constexpr std::array<std::string_view, 12> wordsOf<entry::ServerFault>{
    "restarted-with-data", "restarted-without-data", "stopped",     "continued", "scripts-flushed", "flushed", "memory-limited", "promoted",
    "clock-stepped",       "replication-cut",        "slot-moving", "slot-moved"};
template <>
inline constexpr std::array<std::string_view, 8> wordsOf<entry::NetworkFault>{"hold-request", "hold-reply", "delay",        "cut",
                                                                              "reset",        "black-hole", "one-way-loss", "healed"};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// What Lockscope knows about one lock, as a value: copyable, comparable, printable. Used in several threads.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"
#include "lockcore/monitor/model/shared_list.h"

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

struct LockId
{
    int db = 0;
    Bytes key;
    auto operator<=>(const LockId &) const = default;
};

enum class LockKind { Lock, FairLock, RwLock, Semaphore, Latch, JobLock, Timestamp, Anonymous };
enum class Mode { Exclusive, Read, Write };

/// What a confidence means. Only locks are followed, counted and alerted about; possible ones are counted apart (model/possible_locks.h).
enum class LockLevel { Possible, Lock };

inline constexpr int leastOfLock = 2; ///< the lowest confidence of a lock

constexpr LockLevel levelOf(int confidence) { return confidence >= leastOfLock ? LockLevel::Lock : LockLevel::Possible; }

/// docs/glossary.md explains the states; LockInfo::stateReason holds the reason.
enum class LockState {
    Held,
    Contended,
    Expiring,
    NoLease,
    Immortal,
    Stale,
    RenewalOverdue,
    HeldTooLong,
    TakenOver,
    UnknownOwner,
};

/// What an owner's text reveals: {"thread", "17"}, {"host", "web-3"}, {"drawn at", "2026-11-21T…"}.
struct OwnerFact
{
    std::string label;
    std::string text;
    bool operator==(const OwnerFact &) const = default;
};

struct Holder
{
    Bytes owner;            ///< as it is in Redis; empty for an anonymous lock
    std::int64_t count = 1; ///< hold count; permits for a semaphore
    Mode mode = Mode::Exclusive;
    std::optional<ServerTime> deadline; ///< only if each holder has its own
    SharedList<OwnerFact> facts;
    bool operator==(const Holder &) const = default;
};

/// Another key that belongs to the lock.
struct Companion
{
    Bytes key;
    std::string role;      ///< "queue of waiters", "fencing token" …
    std::string summary;   ///< "3 entries", "token 34"; empty if it was not read
    bool mustStay = false; ///< a release must not touch it
    bool operator==(const Companion &) const = default;
};

/// What was recognised under a key, and the evidence for it.
struct Recognition
{
    std::string library; ///< the library's name in lower case with hyphens: redisson, redis-py …; "unknown"
    LockKind kind = LockKind::Lock;
    std::string variant;         ///< for people: "RLock", "read/write", "token"
    int confidence = 1;          ///< 1 weak … 5 certain
    SharedList<std::string> why; ///< the evidence, one sentence each; locale-free English, part of the data
    std::vector<Holder> holders;
    std::int64_t moreHolders = 0; ///< unlisted holders, at most. Of many holders none is listed, except a writer among counted readers
    SharedList<Companion> companions;

    std::int64_t holderCount() const { return std::ssize(holders) + moreHolders; } ///< listed or not
    bool operator==(const Recognition &) const = default;
};

struct Waiters
{
    enum class Knowledge { Unknown, AtLeast, Exact };

    Knowledge knowledge = Knowledge::Unknown;
    std::int64_t count = 0;         ///< meaningless when unknown
    std::optional<ServerTime> asOf; ///< when the server was asked for the number, if that was necessary
    std::vector<Bytes> ids;         ///< in queue order, if the queue is visible; at most 100
    std::string why;                ///< how the number is known, or why it is not

    bool known() const { return knowledge != Knowledge::Unknown; }
    bool any() const { return known() && count > 0; }
    bool operator==(const Waiters &) const = default;
};

/// What is known about a lease. If Lockscope did not see it begin, part of it had passed before the first look.
enum class LeaseKnowledge {
    AsSet,
    AtLeast, ///< the longest TTL seen
    Usual,   ///< the library's default, which is longer
};

struct Renewals
{
    std::int64_t count = 0; ///< a lower bound: renewals within one turn of the server's loop count as one
    std::optional<ServerTime> last;
    std::optional<Milliseconds> period; ///< median of the last ones, once there are two
    bool operator==(const Renewals &) const = default;
};

struct LockInfo : Recognition
{
    LockId id;
    std::string structure;                  ///< "string, 36 bytes", "hash, 1 field"
    std::optional<ServerTime> deadline;     ///< none: no TTL
    std::optional<ServerTime> noLeaseSince; ///< without a TTL: when a look first showed this holding so. It may be older
    bool noLeaseTooLong = false;            ///< only a release ends it, and MonitorOptions::attentionAfter has passed without a lease
    std::optional<Milliseconds> lease;      ///< as inferred: the longest TTL seen since the lock was acquired, or the library's default
    LeaseKnowledge leaseKnowledge = LeaseKnowledge::AsSet;
    ServerTime heldSince{};
    bool heldSinceObserved = false; ///< false: the lock was there before the first look, and heldSince is the time of that look
    Renewals renewals;
    Waiters waiters;
    LockState state = LockState::Held;
    std::string stateReason;
    std::string node; ///< of a cluster: the primary that has it, `host:port`; empty: one server is watched
    bool operator==(const LockInfo &) const = default;
};

std::string_view toString(LockKind kind);   ///< lock fair-lock rw-lock semaphore latch job-lock timestamp anonymous
std::string_view toString(Mode mode);       ///< exclusive read write
std::string_view toString(LockLevel level); ///< possible lock
std::string_view toString(LockState state); ///< held … renewal-overdue
std::string toString(const LockInfo &lock); ///< one line, for logs and test output

/// From this confidence on, Lockscope treats it as a lock. Below it, a release asks the person to type the key's name.
inline constexpr int sureEnough = 3;

/// The end of the year 9999 in milliseconds. A server may send any number; later times are clamped to this one, so that
/// differences cannot overflow.
constexpr std::int64_t latestTime = 253'402'300'799'000;

/// Whether the real deadline may be later: differences from it are only lower bounds.
constexpr bool isLatest(ServerTime deadline) { return deadline >= ServerTime(Milliseconds(latestTime)); }

/// Negative after the deadline; none without a deadline.
std::optional<Milliseconds> timeLeft(const std::optional<ServerTime> &deadline, ServerTime now);
std::optional<Milliseconds> timeLeft(const LockInfo &lock, ServerTime now);

/// For the result of timeLeft() at `now`: whether it is only a lower bound.
constexpr bool isLeast(Milliseconds left, ServerTime now) { return isLatest(now + left + Milliseconds(1)); }
bool hasLapsed(const LockInfo &lock, ServerTime now); ///< Redis keeps a key until the end of the millisecond of its deadline
/// Never negative; a lower bound unless heldSinceObserved. None for a semaphore that only counts its permits: perhaps none is taken.
std::optional<Milliseconds> heldFor(const LockInfo &lock, ServerTime now);

/// Stuck, broken or about to be: immortal, stale, renewal overdue, held too long, or without a lease for too long.
bool needsAttention(const LockInfo &lock);

/// A lock without a lease needs attention after this time, unless the person has chosen another one.
inline constexpr std::chrono::minutes usualAttentionAfter{10};

inline constexpr std::chrono::seconds expiringBelow{5};

/// At most 5 s and less than a quarter of the lease are left. Without the quarter, a short lease would always be expiring.
bool isExpiring(const LockInfo &lock, ServerTime now);

} // namespace lockcore

template <>
struct std::hash<lockcore::LockId>
{
    // Not noexcept: then libstdc++ stores each hash, so a search through a hundred thousand locks does not hash the keys that it passes.
    std::size_t operator()(const lockcore::LockId &id) const
    {
        return std::hash<std::string>{}(id.key) ^ static_cast<std::size_t>(id.db) * 0x9e3779b97f4a7c15u;
    }
};

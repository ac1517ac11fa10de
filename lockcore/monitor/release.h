// SPDX-License-Identifier: MIT
// Freeing a lock by force, as values: what a person wants, what that would run, what came of it. Pure; any thread.
//
//     ReleaseWish ── one fresh look ─▶ ReleaseOrder ── planFor() ─▶ ReleasePlan ── shown, agreed to ─▶ ReleaseReport
//                                                                                                  └▶ ReleaseAftermath
//
// What is run compares, in one atomic step with what it changes, everything that was seen: the type, the exact bytes, the
// owners with their hold counts, and the deadline (a constant owner that released and took it again shows in nothing
// else). The deadline must be the same to the millisecond where the server tells it (PEXPIRETIME, 7.0), within
// `deadlineTolerance` elsewhere; earlier counts as much as later, for it may have been taken again with a shorter lease.
// Reference: lock-formats §6.
#pragma once

#include "base/result.h"
#include "monitor/format.h"

#include <QMetaType>

#include <span>

namespace lockcore {

enum class ReleaseAction {
    Release,      ///< free the holders
    GiveLease,    ///< a lock without a deadline gets one; its holders stay
    DropDeadHead, ///< of a fair queue: the first waiter, whose process is gone, holds up all behind it
};

enum class ReleaseOutcome {
    Released,       ///< done, and whoever waits was told as its library does
    ReleasedUntold, ///< done, but the wake-up failed: ReleaseReport::error says why
    Changed,        ///< not what was seen any more: nothing was done
    NotThere,       ///< no lock under this key: nothing was done
    NotPermitted,   ///< this user may not, or the server (or the audit) refused: nothing was done
    Unknown,        ///< the answer was lost: it may have happened or not
};

enum class Aftermath {
    StillFree,   ///< nobody was seen on it for as long as was watched
    NewOwner,
    Resurrected, ///< the owner from whom it was released is back
    NotWatched,  ///< nothing to watch (not released, still shared by others), or it could not be read
};

std::string_view toString(ReleaseAction action);   ///< release give-lease drop-dead-head
std::string_view toString(ReleaseOutcome outcome); ///< released released-untold changed not-there not-permitted unknown
std::string_view toString(Aftermath aftermath);    ///< still-free new-owner resurrected not-watched

struct ReleaseWish
{
    LockId id;
    ReleaseAction action = ReleaseAction::Release;

    /// The holders to free, as they stand in Redis; empty: every one that is there. DropDeadHead: the waiter at the head;
    /// empty: whoever stands there.
    std::vector<Bytes> owners;

    /// The hold count that it must have. Of a semaphore that records no holders: the permits to hand back (none: 1).
    std::optional<std::int64_t> count;

    Milliseconds lease{30'000};   ///< GiveLease: more than nothing, at most a year
    bool evenIfRenewed = false;   ///< though its deadline is another than the one seen
    bool operator==(const ReleaseWish &) const = default;
};

/// A wish with what the person saw: the guard compares with this.
struct ReleaseOrder
{
    ReleaseWish wish;
    Look look;       ///< of the key and its companions
    Finding finding; ///< what the look was taken for
    LockInfo lock;   ///< the same with what was watched: renewals, waiters
    bool operator==(const ReleaseOrder &) const = default;
};

/// What the server can do, and for whom we ask.
struct ReleaseServer
{
    bool hasPexpiretime = true;   ///< 7.0
    bool hasRightsCheck = true;   ///< redis.acl_check_cmd, 7.0; without it only the wake-up can turn out not to be permitted
    bool shardedChannels = false; ///< a cluster ≥ 7.0: Redisson's waiters listen with SSUBSCRIBE
    bool replica = false;
    bool operator==(const ReleaseServer &) const = default;
};

struct ReleasePlan
{
    ReleaseOrder order;
    ReleaseServer server;

    /// Set: it cannot be done, and why; what follows is then empty. Changed: an owner or a count is not the one named.
    struct Hindrance
    {
        ReleaseOutcome outcome = ReleaseOutcome::NotThere;
        std::string text; ///< locale-free English, half a sentence
        std::optional<Error> error = {}; ///< it could not even be read
        bool operator==(const Hindrance &) const = default;
    };
    std::optional<Hindrance> hindrance;

    std::vector<Holder> freed; ///< whom it frees; empty for a counter that records nobody
    bool freesAll = false;     ///< every holder

    std::string script;           ///< Lua, as it is run by EVAL
    std::string dryScript;        ///< up to the first change: it compares, and checks the rights and whether writes are refused
    std::vector<Bytes> keys;      ///< KEYS
    std::vector<Bytes> arguments; ///< ARGV
    std::vector<Bytes> channels;  ///< that are published to; a fair lock's is that of the head of the queue as seen

    /// What the script does, for where scripts are not permitted (WATCH, MULTI, EXEC), with what the look showed.
    std::vector<ReleaseGuard> guards;
    std::vector<ReleaseStep> steps; ///< changes, then wake-ups

    /// The same in the order in which it happens, one command in a line, as redis-cli reads it.
    std::vector<std::string> compared; ///< `HGET stock 9f3a…:17  must be  2`
    std::vector<std::string> changes;  ///< `DEL stock`
    std::vector<std::string> wakeUps;  ///< `PUBLISH redisson_lock__channel:{stock} 0`

    std::vector<Companion> mustStay; ///< belongs to the lock and is left alone
    std::vector<ReleaseWarning> warnings;

    bool possible() const { return !hindrance; }

    std::vector<Bytes> command(bool dry = false) const; ///< the whole EVAL

    bool operator==(const ReleasePlan &) const = default;
};

/// Any order has a plan; one that cannot be done says why.
ReleasePlan planFor(ReleaseOrder order, const ReleaseServer &server);

/// `words` as one line that redis-cli reads back to the same bytes.
std::string redisCliLine(std::span<const Bytes> words);

struct ReleaseReport
{
    ReleaseOrder order;
    ReleaseOutcome outcome = ReleaseOutcome::Unknown;
    bool dry = false;                  ///< nothing was to be done; `outcome` says what would have come of it
    std::optional<Difference> changed; ///< Changed: what is another; none: it, or what belongs to it, never stood still
    std::optional<Look> now;           ///< what is there afterwards, if it could be read (and it was worth it)
    std::vector<Holder> holdersNow;    ///< of `now`
    std::optional<ServerTime> at;      ///< done: the server's clock
    std::int64_t told = 0;             ///< what PUBLISH answered: who listens by pattern is counted, a list's waiters are not
    std::optional<Error> error;        ///< NotPermitted, ReleasedUntold, Unknown: why
    std::vector<Holder> freed;         ///< whom it was to free
    bool freesAll = false;             ///< every holder, not some of several
    bool byTransaction = false;        ///< scripts were not permitted: WATCH, MULTI, EXEC instead
    std::string ran;                   ///< what was sent, as redis-cli reads it; empty: nothing was
    std::string auditFile;             ///< where it was written down; empty: it was not (dry, or nothing was sent)
    std::optional<Error> auditError;   ///< it could not be written down
    bool operator==(const ReleaseReport &) const = default;

    bool done() const
    {
        return !dry && (outcome == ReleaseOutcome::Released || outcome == ReleaseOutcome::ReleasedUntold);
    }
};

/// How long a release is watched afterwards: two renewal periods, where they are known or can be guessed from the lease,
/// at most 20 s.
Milliseconds watchTime(const ReleaseOrder &order);

struct ReleaseAftermath
{
    ReleaseOrder order; ///< what it is the aftermath of
    Aftermath how = Aftermath::NotWatched;
    std::vector<Holder> holders;  ///< NewOwner, Resurrected: who
    std::optional<ServerTime> at; ///< when it was first seen so
    Milliseconds watched{};       ///< for how long
    std::optional<Error> error;   ///< NotWatched: why it could not be read
    bool operator==(const ReleaseAftermath &) const = default;
};

} // namespace lockcore

Q_DECLARE_METATYPE(lockcore::ReleaseWish)
Q_DECLARE_METATYPE(lockcore::ReleaseOrder)
Q_DECLARE_METATYPE(lockcore::ReleasePlan)
Q_DECLARE_METATYPE(lockcore::ReleaseReport)
Q_DECLARE_METATYPE(lockcore::ReleaseAftermath)

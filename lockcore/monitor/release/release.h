// SPDX-License-Identifier: MIT
// Freeing a lock by force, as values: what a user wants, what would run, what happened. Pure; any thread.
//
//     ReleaseWish ── one fresh look ─▶ ReleaseOrder ── planFor() ─▶ ReleasePlan ── shown, agreed to ─▶ ReleaseReport
//                                                                                                  └▶ ReleaseAftermath
//
// The step that changes anything first compares, atomically, everything that was seen: the type, the exact bytes, the owners
// with their hold counts, and the deadline (nothing else shows that a constant owner released and re-acquired the lock; without
// a deadline nothing does: Kind::RetakeUnseen). The deadline must match to the millisecond if the server reports it
// (PEXPIRETIME, 7.0), otherwise within `deadlineTolerance`. An earlier deadline counts as much as a later one: the lock may have
// been re-acquired with a shorter lease.
// Reference: lock-formats §6.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/format.h"

#include <QMetaType>

#include <span>

namespace lockcore {

enum class ReleaseAction {
    Release,      ///< free the holders
    GiveLease,    ///< sets a deadline on a lock without one; its holders stay
    DropDeadHead, ///< of a fair queue: removes the first waiter, whose process is gone and which blocks all behind it
};

enum class ReleaseOutcome {
    Released,       ///< done, and the waiters were woken the way the lock's library does it
    ReleasedUntold, ///< done, but the wake-up failed: ReleaseReport::error says why
    Changed,        ///< no longer what was seen: nothing was done
    NotThere,       ///< no lock under this key: nothing was done
    NotPermitted,   ///< this user may not do it, or the server (or the audit) refused: nothing was done
    Unknown,        ///< the answer was lost: it may have happened or not
};

enum class Aftermath {
    StillFree, ///< nobody was seen holding it during the watch
    NewOwner,
    Resurrected, ///< the owner that was released is back
    NotWatched,  ///< nothing to watch (not released, still shared by others), or it could not be read
};

std::string_view toString(ReleaseAction action);   ///< release give-lease drop-dead-head
std::string_view toString(ReleaseOutcome outcome); ///< released released-untold changed not-there not-permitted unknown
std::string_view toString(Aftermath aftermath);    ///< still-free new-owner resurrected not-watched

struct ReleaseWish
{
    LockId id;
    ReleaseAction action = ReleaseAction::Release;

    /// The holders to free, as they are in Redis; empty: every holder. DropDeadHead: the waiter at the head; empty: whichever
    /// waiter is there.
    std::vector<Bytes> owners;

    /// The hold count that it must have. For a semaphore that records no holders: the permits to return (none: 1).
    std::optional<std::int64_t> count;

    Milliseconds lease{30'000}; ///< GiveLease: positive, at most a year
    bool evenIfRenewed = false; ///< ignore a deadline other than the one seen
    bool operator==(const ReleaseWish &) const = default;
};

/// A wish with what the user saw; the guard compares with this.
struct ReleaseOrder
{
    ReleaseWish wish;
    Look look;           ///< of the key and its companions
    Surroundings around; ///< what was known beyond the look
    Finding finding;     ///< what the look was taken for
    LockInfo lock;       ///< the same with what was watched: renewals, waiters
    bool operator==(const ReleaseOrder &) const = default;
};

/// What the server can do, and for whom the release is made.
struct ReleaseServer
{
    bool hasPexpiretime = true;   ///< 7.0
    bool hasRightsCheck = true;   ///< redis.acl_check_cmd, 7.0; without it the wake-up can fail for lack of rights after the deletion
    bool shardedChannels = false; ///< a cluster ≥ 7.0: Redisson's waiters listen with SSUBSCRIBE
    bool replica = false;
    bool operator==(const ReleaseServer &) const = default;
};

struct ReleasePlan
{
    ReleaseOrder order;
    ReleaseServer server;

    /// Set: why the release is impossible; the rest is then empty. Changed: an owner or a count differs from the one named.
    struct Hindrance
    {
        ReleaseOutcome outcome = ReleaseOutcome::NotThere;
        std::string text;                ///< locale-free English, half a sentence
        std::optional<Error> error = {}; ///< it could not even be read
        bool operator==(const Hindrance &) const = default;
    };
    std::optional<Hindrance> hindrance;

    std::vector<Holder> freed; ///< whom it frees; empty for a counter that records nobody
    bool freesAll = false;     ///< every holder

    std::string script;           ///< Lua, as it is run by EVAL
    std::string dryScript;        ///< up to the first change: compares, and checks the rights and whether writes are refused
    std::vector<Bytes> keys;      ///< KEYS
    std::vector<Bytes> arguments; ///< ARGV
    std::vector<Bytes> channels;  ///< to publish to; for a fair lock, the channel of the queue's head as seen

    /// What the script does, for servers without scripts (WATCH, MULTI, EXEC), with what the look showed.
    std::vector<ReleaseGuard> guards;
    std::vector<ReleaseStep> steps; ///< changes, then wake-ups

    /// The same in execution order, one command per line, as redis-cli reads it.
    std::vector<std::string> compared; ///< `HGET stock 9f3a…:17  must be  2`
    std::vector<std::string> changes;  ///< `DEL stock`
    std::vector<std::string> wakeUps;  ///< `PUBLISH redisson_lock__channel:{stock} 0`

    /// Leases of freed holds that the look does not have (Look::leases). While there are any, it is not to be run.
    std::vector<Bytes> unread;

    std::vector<Companion> mustStay; ///< belongs to the lock and is not touched
    std::vector<ReleaseWarning> warnings;

    bool possible() const { return !hindrance; }

    std::vector<Bytes> command(bool dry = false) const; ///< the whole EVAL

    bool operator==(const ReleasePlan &) const = default;
};

/// Every order has a plan; an impossible one says why.
ReleasePlan planFor(ReleaseOrder order, const ReleaseServer &server);

/// Is this warning the judgement of whether a holder is alive?
bool isAboutLife(ReleaseWarning::Kind kind);

/// The judgement, made once for all that show it; none: there is nobody to judge.
std::optional<ReleaseWarning::Kind> lifeIn(const ReleasePlan &plan);

/// The lock has been watched since it was shown: the judgement follows what is known `now`. What is compared and done stays as it was shown.
void judgeAgain(ReleasePlan &plan, const LockInfo &now);

/// `words` as one line that redis-cli reads back to the same bytes.
std::string redisCliLine(std::span<const Bytes> words);

struct ReleaseReport
{
    ReleaseOrder order;
    ReleaseOutcome outcome = ReleaseOutcome::Unknown;
    bool dry = false;                  ///< a dry run; `outcome` says what the release would have done
    std::optional<Difference> changed; ///< Changed: what differs; none: the lock, or something that belongs to it, kept changing
    std::optional<Look> now;           ///< what is there afterwards, if it could be read and is of interest
    std::vector<Holder> holdersNow;    ///< of `now`
    std::optional<ServerTime> at;      ///< done: the server's clock
    std::int64_t told = 0;             ///< the reply of PUBLISH: includes subscribers by pattern, not the waiters of a list
    std::optional<Error> error;        ///< NotPermitted, ReleasedUntold, Unknown: why
    std::vector<Holder> freed;         ///< the holders that it was to free
    bool freesAll = false;             ///< every holder, not some of several
    bool byTransaction = false;        ///< scripts were not permitted: WATCH, MULTI, EXEC instead
    std::string ran;                   ///< what was sent, as redis-cli reads it; empty: nothing
    std::string auditFile;             ///< where it was recorded; empty: nowhere (a dry run, or the audit file could not be written)
    std::optional<Error> auditError;   ///< it could not be recorded
    bool operator==(const ReleaseReport &) const = default;

    bool done() const { return !dry && (outcome == ReleaseOutcome::Released || outcome == ReleaseOutcome::ReleasedUntold); }
};

/// How long a release is watched afterwards: two renewal periods, if they are known or can be inferred from the lease, but at least 1 s and
/// at most 20 s; otherwise 20 s.
Milliseconds watchTime(const ReleaseOrder &order);

struct ReleaseAftermath
{
    ReleaseOrder order; ///< the release that it follows
    Aftermath how = Aftermath::NotWatched;
    std::vector<Holder> holders;  ///< NewOwner, Resurrected: who
    std::optional<ServerTime> at; ///< when it was first seen
    Milliseconds watched{};       ///< how long it was watched
    std::optional<Error> error;   ///< NotWatched: why it could not be read
    bool operator==(const ReleaseAftermath &) const = default;
};

} // namespace lockcore

Q_DECLARE_METATYPE(lockcore::ReleaseWish)
Q_DECLARE_METATYPE(lockcore::ReleaseOrder)
Q_DECLARE_METATYPE(lockcore::ReleasePlan)
Q_DECLARE_METATYPE(lockcore::ReleaseReport)
Q_DECLARE_METATYPE(lockcore::ReleaseAftermath)

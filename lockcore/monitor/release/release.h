// SPDX-License-Identifier: MIT
// Freeing a lock by force, as values: what a user wants, what would run, what happened. Pure; any thread.
//
//     ReleaseRequest ── one fresh look ─▶ ReleasePlanInput ── planFor() ─▶ ReleasePlan ── shown, agreed to ─▶ ReleaseReport
//                                                                                                  └▶ ReleaseAftermath
//
// The first step that changes anything compares atomically everything that was seen: the type, the exact bytes, the owners with their hold
// counts, and the deadline. (If an owner's text is constant, only the deadline shows that the lock was released and acquired again; without
// a deadline nothing shows it: Kind::RetakeUnseen.) The deadline must match to the millisecond if the server reports it (PEXPIRETIME, 7.0),
// otherwise within `deadlineTolerance`. An earlier deadline is a difference, too: the lock may have been acquired again with a shorter
// lease. Reference: lock-formats §6.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/format.h"
#include "lockcore/redis/endpoint.h"

#include <QMetaType>

#include <span>

namespace lockcore {

enum class ReleaseAction {
    Release,      ///< free the holders
    GiveLease,    ///< sets a deadline on a lock without one; its holders stay
    DropDeadHead, ///< of a fair queue: removes the first waiter, whose process is gone and which blocks all others
};

enum class ReleaseOutcome {
    Released,       ///< done, and the waiters were woken the way the lock's library does it
    ReleasedUntold, ///< done, but the wake-up failed: ReleaseReport::error says why
    Changed,        ///< the lock differs from what was seen: nothing was done
    NotThere,       ///< there is no lock under this key: nothing was done
    NotPermitted,   ///< this user may not do it, or the server or the audit refused it: nothing was done
    Unknown,        ///< the answer was lost: the release may have happened or not
};

enum class Aftermath {
    StillFree, ///< nobody was seen holding it during the watch
    NewOwner,
    Resurrected, ///< the released owner holds the lock again
    NotWatched,  ///< nothing to watch (not released, still shared by others), or it could not be read
};

std::string_view toString(ReleaseAction action);   ///< release give-lease drop-dead-head
std::string_view toString(ReleaseOutcome outcome); ///< released released-untold changed not-there not-permitted unknown
std::string_view toString(Aftermath aftermath);    ///< still-free new-owner resurrected not-watched

struct ReleaseRequest
{
    LockId id;
    ReleaseAction action = ReleaseAction::Release;

    /// The holders to free, in the form stored in Redis; empty: every holder. For DropDeadHead the waiter at the head; empty: any waiter.
    std::vector<Bytes> owners;

    /// The hold count that the holder must have. For a semaphore that records no holders: the permits to return (none: 1).
    std::optional<std::int64_t> count;

    Milliseconds lease{30'000}; ///< GiveLease: positive, at most a year
    bool evenIfRenewed = false; ///< ignore a deadline that differs from the one seen
    bool operator==(const ReleaseRequest &) const = default;
};

/// A request with the look that the user saw; the guards compare with this look.
struct ReleasePlanInput
{
    ReleaseRequest wish;
    KeySnapshot look;          ///< of the key and its companions
    RecognitionContext around; ///< what was known besides the look
    LockMatch match;           ///< the match for the look
    LockInfo lock;             ///< the match with what was watched: renewals, waiters
    std::optional<HostPort>
        importer;         ///< of a cluster: the slot is being moved to this node, as it is announced, and the lock is there already
    Milliseconds shift{}; ///< of a cluster: added to the node's times, which are then those of the cluster's view
    std::string reason;   ///< why the person does it, for the audit; may be empty
    bool operator==(const ReleasePlanInput &) const = default;
};

/// The server's abilities and role, as far as a release depends on them.
struct ReleaseServer
{
    bool hasPexpiretime = true; ///< 7.0
    /// Does the server have redis.acl_check_cmd (7.0)? Without it, the wake-up may fail after the deletion because a right is missing.
    bool hasRightsCheck = true;
    bool shardedChannels = false; ///< a cluster ≥ 7.0: Redisson's waiters listen with SSUBSCRIBE
    bool replica = false;
    bool operator==(const ReleaseServer &) const = default;
};

struct ReleasePlan
{
    ReleasePlanInput order;
    ReleaseServer server;

    /// If set, why the release is impossible; the rest is then empty. Changed: an owner or a count differs from the request.
    struct Hindrance
    {
        ReleaseOutcome outcome = ReleaseOutcome::NotThere;
        std::string text;                ///< locale-free English, half a sentence
        std::optional<Error> error = {}; ///< the lock could not be read
        bool operator==(const Hindrance &) const = default;
    };
    std::optional<Hindrance> hindrance;

    std::vector<Holder> freed; ///< the holders that it frees; empty for a counter that records no holders
    bool freesAll = false;     ///< it frees every holder

    std::string script;           ///< Lua, as run by EVAL
    std::string dryScript;        ///< up to the first change: compares, checks the rights, and checks whether the server accepts writes
    std::vector<Bytes> keys;      ///< KEYS
    std::vector<Bytes> arguments; ///< ARGV
    std::vector<Bytes> channels;  ///< channels of the wake-ups; for a fair lock, the channel of the queue's head in the look

    /// The same as the script for servers without scripts (WATCH, MULTI, EXEC), with the values of the look.
    std::vector<ReleaseGuard> guards;
    std::vector<ReleaseStep> steps; ///< changes, then wake-ups

    /// The same in execution order, one command per line, in redis-cli's syntax.
    std::vector<std::string> compared; ///< `HGET stock 9f3a…:17  must be  2`
    std::vector<std::string> changes;  ///< `DEL stock`
    std::vector<std::string> wakeUps;  ///< `PUBLISH redisson_lock__channel:{stock} 0`

    /// Leases of freed holds that the look does not contain (KeySnapshot::leases). While there are any, the plan must not run.
    std::vector<Bytes> unread;

    std::vector<Companion> mustStay; ///< companions that belong to the lock and are not touched
    std::vector<ReleaseWarning> warnings;

    bool possible() const { return !hindrance; }

    std::vector<Bytes> command(bool dry = false) const; ///< the whole EVAL

    bool operator==(const ReleasePlan &) const = default;
};

/// Every input has a plan; the plan of an impossible release contains the reason.
ReleasePlan planFor(ReleasePlanInput order, const ReleaseServer &server);

/// Whether this warning is about a holder being alive.
bool isAboutLife(ReleaseWarning::Kind kind);

/// The judgement of whether the holders are alive, made once for all places that show it; none: no holder to judge.
std::optional<ReleaseWarning::Kind> lifeIn(const ReleasePlan &plan);

/// Updates the judgement to what is known `now`, if the lock was watched after the plan was shown. Comparisons and changes stay as shown.
void judgeAgain(ReleasePlan &plan, const LockInfo &now);

/// `words` as one line that redis-cli reads back to the same bytes.
std::string redisCliLine(std::span<const Bytes> words);

struct ReleaseReport
{
    ReleasePlanInput order;
    ReleaseOutcome outcome = ReleaseOutcome::Unknown;
    bool dry = false;                  ///< a dry run; `outcome` says what the release would have done
    std::optional<Difference> changed; ///< Changed: what differs; none: the lock, or something that belongs to it, changed again and again
    std::optional<KeySnapshot> now;    ///< the key afterwards, if it could be read and is of interest
    std::vector<Holder> holdersNow;    ///< the holders in `now`
    std::optional<ServerTime> at;      ///< if done: when, by the server's clock
    std::int64_t told = 0;             ///< the reply of PUBLISH: includes subscribers by pattern, but not the waiters of a list
    std::optional<Error> error;        ///< the reason for NotPermitted, ReleasedUntold, Unknown
    std::vector<Holder> freed;         ///< the holders that the release was meant to free
    bool freesAll = false;             ///< it was meant to free every holder, not some of several
    bool byTransaction = false;        ///< scripts were not permitted: WATCH, MULTI, EXEC instead
    std::string ran;                   ///< what was sent, in redis-cli's syntax; empty: nothing
    std::string auditFile;             ///< empty: it was not recorded (a dry run, or the audit file could not be written)
    std::optional<Error> auditError;   ///< why it could not be recorded
    bool operator==(const ReleaseReport &) const = default;

    bool done() const { return !dry && (outcome == ReleaseOutcome::Released || outcome == ReleaseOutcome::ReleasedUntold); }
};

/// How long a release is watched afterwards: two renewal periods, if they are known or can be inferred from the lease, but at least 1 s and
/// at most 20 s; otherwise 20 s.
Milliseconds watchTime(const ReleasePlanInput &order);

struct ReleaseAftermath
{
    ReleasePlanInput order; ///< the input of the release
    Aftermath how = Aftermath::NotWatched;
    std::vector<Holder> holders;  ///< the holders, for NewOwner and Resurrected
    std::optional<ServerTime> at; ///< when they were first seen
    Milliseconds watched{};       ///< how long it was watched
    std::optional<Error> error;   ///< NotWatched: why it could not be read
    bool operator==(const ReleaseAftermath &) const = default;
};

} // namespace lockcore

Q_DECLARE_METATYPE(lockcore::ReleaseRequest)
Q_DECLARE_METATYPE(lockcore::ReleasePlanInput)
Q_DECLARE_METATYPE(lockcore::ReleasePlan)
Q_DECLARE_METATYPE(lockcore::ReleaseReport)
Q_DECLARE_METATYPE(lockcore::ReleaseAftermath)

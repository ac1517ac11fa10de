// SPDX-License-Identifier: MIT
// How the locks of one family are released, as data: which parts of which key are compared and removed, what else is changed,
// and how the library's waiters are woken. A format's file provides it. The script, the transaction, the check of the rights
// and what a person sees are made from it. Pure. Reference: lock-formats §6.
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"

namespace lockcore {

struct LockMatch;

/// What has changed since the lock was shown.
enum class Difference {
    Type,    ///< the key has another type
    Owner,   ///< another owner, or the named holder is gone
    Count,   ///< the same owner with another hold count: it re-entered or released one, so it is alive
    Holders, ///< others have joined or left
    Lease,   ///< the same owner, another deadline: renewed, or released and re-acquired
    Queue,   ///< another waiter is at the head of the queue
    Value,   ///< the part of the value that does not name the holder: renewed, or another owner
};

std::string_view toString(Difference difference); ///< type owner count holders lease queue value
std::optional<Difference> differenceFrom(std::string_view text);

/// What a user must know before a release (§6.5).
struct ReleaseWarning
{
    enum class Kind {
        HolderRenews,        ///< seen renewing: it is alive, and releasing breaks mutual exclusion; `period`
        HolderExtended,      ///< its deadline moved later since it was shown: it is most likely alive
        HolderStopped,       ///< seen renewing until its renewal was overdue
        HolderMayBeAlive,    ///< nothing shows whether it is
        WaiterMayBeAlive,    ///< of a waiter to be dropped from a queue: its time is not over
        LeaseMayEnd,         ///< of a lease to be set: the key ends with it, even if its holder still works
        RetakeUnseen,        ///< a re-acquisition may go unnoticed: no deadline, and the same owner text for each hold (OwnerScope)
        Resurrects,          ///< the old holder's renewal writes the key again
        MayResurrect,        ///< the same, but only by an extend call or an option of the old holder
        DeletesNextOwners,   ///< the old holder releases without a check, and so deletes the next owner's lock
        OneOfSeveralServers, ///< a Redlock: Lockscope sees one server, a majority must be released
        SeveralKeys,         ///< one lock may span several keys with the same value
        JobRunsTwice,        ///< a job system: the job is given to another worker
        JobMayHaveEnded,     ///< the key intentionally outlives the work
        Throttle,            ///< intentionally kept to its end, as a rate limit
        TransactionCommits,  ///< a transaction is being committed under it
        Leadership,          ///< releasing it is a fail-over
        OtherHoldersStay,    ///< the key and its deadline stay for the other `holders`
        UnnamedAreFreed,     ///< this also frees the `holders` that are only counted
        WaitersPoll,         ///< no client can be woken; text: the polling interval, if it is known
        WaitersSleepOn,      ///< the waiters do not notice the end of the lease; only a release wakes them
        MaybeNoLock,         ///< the evidence for a lock is too weak
        FenceStays,          ///< the key and its fencing token stay, and clients may take it for a lock
        FenceGoes,           ///< the fencing token is deleted with the value, and the next one may start again
        CompanionIsALock,    ///< text names a key that is a lock of its own
        WakesByGuess,        ///< text names channels that only one of several possible libraries listens to
    };

    Kind kind = Kind::HolderMayBeAlive;
    std::string text;                                     ///< the particulars, locale-free; most have none
    std::optional<std::chrono::milliseconds> period = {}; ///< of the renewals, where it is known
    std::size_t holders = 0;                              ///< that stay
    bool operator==(const ReleaseWarning &) const = default;
};

std::string_view toString(ReleaseWarning::Kind kind); ///< holder-renews … wakes-by-guess

/// A word of a command. If it depends on the state at execution, `lua` is the expression for it in the script, and `text` its value
/// according to the look.
struct ReleaseWord
{
    enum class Role { Verb, Key, Channel, Text };

    Role role = Role::Text;
    Bytes text;
    std::string lua;
    bool operator==(const ReleaseWord &) const = default;
};

using ReleaseWords = std::vector<ReleaseWord>;

/// A command that changes something or wakes waiters.
struct ReleaseStep
{
    ReleaseWords words;
    std::string when;        ///< a Lua condition; empty: always
    bool applies = true;     ///< `when`, according to the look
    std::string onlyIf;      ///< `when`, in words, if the step is worth showing even where it does not apply to the look
    bool optional = false;   ///< a wake-up that may reach nobody: omitted if it is not permitted
    bool byLookOnly = false; ///< in the script, the previous step does it too
    bool sharded = false;    ///< a PUBLISH that becomes an SPUBLISH if the server's waiters listen with SSUBSCRIBE
    bool operator==(const ReleaseStep &) const = default;
};

/// If the server does not report the deadline itself (before 7.0), it is TIME + PTTL, each truncated to its unit; no client's
/// clock is involved.
inline constexpr std::chrono::milliseconds deadlineTolerance{50};

/// A command that only reads, and what it must answer.
struct ReleaseGuard
{
    ReleaseWords words;
    std::optional<Bytes> answer;               ///< none: anything except nil
    bool number = false;                       ///< `answer` is an integer
    bool mayBeOver = false;                    ///< the lease of one hold: "no key" (-2) is accepted once `answer` (epoch ms) is past
    bool aboutNow = false;                     ///< PTTL: the reply, counted from now, ends at `answer` (epoch ms), within deadlineTolerance
    Difference difference = Difference::Owner; ///< the difference that another reply means
    Difference missing = Difference::Owner;    ///< the difference that nil means
    bool operator==(const ReleaseGuard &) const = default;
};

/// A part of a hash, sorted set or set that belongs to a freed holder.
struct ReleaseElement
{
    Bytes name;
    Difference difference = Difference::Count; ///< what another value means; Lease: if it is the element's own deadline
    bool operator==(const ReleaseElement &) const = default;
};

struct ReleaseRecipe
{
    /// The companion that records the holders, if it is not the lock's own key.
    std::optional<Bytes> heldIn;

    /// Compared and removed; empty: the whole value is compared and the key deleted.
    std::vector<ReleaseElement> elements;

    /// Other keys, each the lease of one hold that is freed. They are compared like the lock's own deadline.
    std::vector<Bytes> leases;

    std::vector<ReleaseGuard> guards; ///< in addition to these; with `guardsAlone`, instead of them
    bool guardsAlone = false;

    /// For the Lua here: KEYS[2] and so on (KEYS[1] is the lock's own), and ARGV[1] and so on.
    std::vector<Bytes> keys;
    std::vector<Bytes> arguments;
    std::string prepare; ///< Lua between the guard and the first change; must not write

    bool showsRetake = false; ///< a part of the value that is new for each acquisition is compared, so a re-acquisition is noticed
    std::string noLease;      ///< why the key must not be given a lease; empty: it may

    std::vector<ReleaseStep> instead; ///< instead of removing what is held: a counter gets its permits back
    std::vector<ReleaseStep> after;   ///< further changes; if one fails after the first removal, that is reported
    std::vector<ReleaseStep> wakeUps;
    std::vector<Companion> mustStay;      ///< in addition to those of the match
    std::vector<ReleaseWarning> warnings; ///< in addition to those of the format
    bool operator==(const ReleaseRecipe &) const = default;
};

/// The question to a format.
struct ReleaseCase
{
    const KeySnapshot &look;
    const LockMatch &match;
    std::vector<Holder> freed;     ///< a subset of match.holders
    bool all = false;              ///< all of match.holders
    std::int64_t permits = 1;      ///< for a counter that records nobody: the permits to return
    std::optional<Bytes> dropHead; ///< drop this waiter from the head of the queue; nobody is freed

    bool wholeKey() const { return all && look.value.whole(); } ///< the key itself can be deleted
};

namespace recipe {

ReleaseWord key(Bytes name);
std::vector<ReleaseWord> keys(const std::vector<Bytes> &names);
ReleaseWord channel(Bytes name, std::string lua = {});
ReleaseWord text(Bytes text, std::string lua = {});
ReleaseWords command(std::string_view verb, std::vector<ReleaseWord> words);
ReleaseStep step(std::string_view verb, std::vector<ReleaseWord> words);

/// Guard: the hash has this field with this text.
ReleaseGuard field(Bytes name, const std::pair<Bytes, Bytes> &field);

/// Guard: the hash, sorted set or set has as many elements as this value.
ReleaseGuard size(Bytes name, const Value &value);

/// Deletes the hash if only its `besides` fields that belong to no holder are left, because no client would delete it later. `field`: only
/// this field, because the others are needed.
void deleteWhatNobodyHolds(ReleaseRecipe &recipe, const KeySnapshot &look, std::int64_t besides, const Bytes &field = {});

/// What a changed score or value of this holder's element means: a hash may contain its hold count, its start or its activity.
Difference differenceOf(const Value &value, const Bytes &holder);

/// Adds a warning for a value that is the same for all owners: the old holder cannot tell the next owner's lock from its own.
void warnOfMark(ReleaseRecipe &recipe, const LockMatch &match);

/// For a family without a recipe of its own: the elements are named after their owners.
ReleaseRecipe plain(const ReleaseCase &what);

} // namespace recipe

} // namespace lockcore

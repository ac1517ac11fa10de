// SPDX-License-Identifier: MIT
// How the locks of one family are released, as data: which parts of which key are compared and removed, what else is changed,
// and how the library's waiters are woken. A format's file provides it. The script, the transaction, the check of the rights
// and what a person sees are made from it. Pure. Reference: lock-formats §6.
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"

namespace lockcore {

struct LockMatch;

/// What differs from what was seen.
enum class Difference {
    Type,    ///< the key has another type
    Owner,   ///< another owner, or the named holder is gone
    Count,   ///< the same owner, another hold count: it re-entered or gave one back, so it is alive
    Holders, ///< others have joined or left
    Lease,   ///< the same owner, another deadline: renewed, or released and re-acquired
    Queue,   ///< another waiter is at the head of the queue
    Value,   ///< a value that says more than who holds it: renewed, or another owner
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
        WaiterMayBeAlive,    ///< the one who is dropped from a queue: its time is not over
        LeaseMayEnd,         ///< of a lease that is given: the key goes with it, whoever still works
        RetakeUnseen,        ///< no deadline would show it, and the owner's text is the same for each hold: see OwnerScope
        Resurrects,          ///< the old holder's renewal writes the key again
        MayResurrect,        ///< the same, on the holder's own extend call, or by an option
        DeletesNextOwners,   ///< the old holder releases without a check, and so deletes the next owner's lock
        OneOfSeveralServers, ///< a Redlock: Lockscope sees one server, a majority must be released
        SeveralKeys,         ///< one lock may span several keys with the same value
        JobRunsTwice,        ///< a job system: the job is given to another worker
        JobMayHaveEnded,     ///< the key intentionally outlives the work
        Throttle,            ///< intentionally kept to its end, as a rate limit
        TransactionCommits,  ///< a transaction is being committed under it
        Leadership,          ///< releasing it is a fail-over
        OtherHoldersStay,    ///< the key and its deadline stay for the other `holders`
        UnnamedAreFreed,     ///< so are `holders` that are only counted
        WaitersPoll,         ///< nobody can be woken; text: how long it takes, if that is known
        WaitersSleepOn,      ///< the waiters are not notified when the lease ends; they need the release
        MaybeNoLock,         ///< the evidence for a lock is too weak
        FenceStays,          ///< the key stays with its fencing token, and clients may take it for a lock
        FenceGoes,           ///< the fencing token goes with the value, and the next one may begin again
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

/// A word of a command. If it depends on what is there at that moment, `lua` is the expression for it in the script, and `text`
/// its value according to the look.
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
    std::string onlyIf;      ///< `when`, in words, if it is worth showing although it does not apply to the look
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
    bool mayBeOver = false;                    ///< the lease of one hold: "not there" (-2) is accepted once `answer` (epoch ms) is past
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

    bool showsRetake = false; ///< another value is compared that differs for each acquisition, whatever the owner's text
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
    std::vector<Holder> freed;     ///< of match.holders
    bool all = false;              ///< every one of them
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

/// That a hash has this field with this text.
ReleaseGuard field(Bytes name, const std::pair<Bytes, Bytes> &field);

/// That a hash, sorted set or set has as many elements as this value.
ReleaseGuard size(Bytes name, const Value &value);

/// If nothing but `besides` fields that are no holders' is left of the hash, as others have gone since, it is deleted: nobody would do that later.
/// `field`: only this one, for the others are wanted.
void deleteWhatNobodyHolds(ReleaseRecipe &recipe, const KeySnapshot &look, std::int64_t besides, const Bytes &field = {});

/// What another score or value of this holder's element means: a hash may count its holds, or say when it began or what it does.
Difference differenceOf(const Value &value, const Bytes &holder);

/// Of a mark that is the same for all: its old holder cannot tell that it is the next one's.
void warnOfMark(ReleaseRecipe &recipe, const LockMatch &match);

/// For a family without a recipe of its own: an element has its owner's name.
ReleaseRecipe plain(const ReleaseCase &what);

} // namespace recipe

} // namespace lockcore

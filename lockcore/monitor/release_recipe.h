// SPDX-License-Identifier: MIT
// How the locks of one family are released, as data: which parts of which key are compared and removed, what else is
// changed, and how the library's waiters are woken. A format's file gives it; the script, the transaction, the check of
// the rights and what a person is shown are all made from it. Pure. Reference: lock-formats §6.
#pragma once

#include "monitor/look.h"

namespace lockcore {

struct Finding;

/// What is not as it was seen.
enum class Difference {
    Type,    ///< the key holds something of another type
    Owner,   ///< somebody else, or the named holder is gone
    Count,   ///< the same owner, another hold count: it re-entered or gave back, so it is alive
    Holders, ///< others have joined or left
    Lease,   ///< the same owner, another deadline: renewed, or released and taken again
    Queue,   ///< another waiter stands at the head of the queue
};

std::string_view toString(Difference difference); ///< type owner count holders lease queue
std::optional<Difference> differenceFrom(std::string_view text);

/// What must be known before a release (§6.5).
struct ReleaseWarning
{
    enum class Kind {
        HolderRenews,       ///< seen renewing: it is alive, and releasing breaks mutual exclusion; `period`
        HolderMayBeAlive,   ///< nothing shows whether it is
        Resurrects,         ///< the old holder's renewal writes the key again
        MayResurrect,       ///< the same, on the holder's own extend call, or by an option
        DeletesNextOwners,  ///< the old holder releases without a check, and so the next owner's lock
        OneOfSeveralServers, ///< a Redlock: this tool sees one server, a majority must be released
        SeveralKeys,        ///< one lock may span several keys with the same value
        JobRunsTwice,       ///< a job system: the job is given to another worker
        JobMayHaveEnded,    ///< the key outlives the work on purpose
        Throttle,           ///< kept to its end on purpose, against doing something too often
        TransactionCommits, ///< a transaction is being committed under it
        Leadership,         ///< releasing it is a fail-over
        OtherHoldersStay,   ///< the key and its deadline stay for the other holders; `holders`
        WaitersPoll,        ///< nobody can be woken; text: how long it takes, if that is known
        WaitersSleepOn,     ///< those who wait do not hear of the lease's end; they need the release
        MaybeNoLock,        ///< too little speaks for its being a lock at all
        CompanionIsALock,   ///< text names a key that is a lock of its own
        WakesByGuess,       ///< text names channels that only one of several possible libraries listens to
    };

    Kind kind = Kind::HolderMayBeAlive;
    std::string text;                                       ///< the particulars, locale-free; most have none
    std::optional<std::chrono::milliseconds> period = {}; ///< of the renewals, where it is known
    std::size_t holders = 0;                                ///< who stay
    bool operator==(const ReleaseWarning &) const = default;
};

std::string_view toString(ReleaseWarning::Kind kind); ///< holder-renews … wakes-by-guess

/// A word of a command. Where what it says follows from what is found at that moment, `lua` is the expression for it in
/// the script, and `text` what it is by the look.
struct ReleaseWord
{
    enum class Role { Verb, Key, Channel, Text };

    Role role = Role::Text;
    Bytes text;
    std::string lua;
    bool operator==(const ReleaseWord &) const = default;
};

using ReleaseWords = std::vector<ReleaseWord>;

/// A command that changes something or wakes someone.
struct ReleaseStep
{
    ReleaseWords words;
    std::string when;       ///< a Lua condition; empty: always
    bool applies = true;    ///< `when`, as the look shows it
    bool optional = false;  ///< a wake-up that may be for nobody: left out where it is not permitted
    bool byLookOnly = false; ///< the script does it with the step before
    bool sharded = false;   ///< a PUBLISH that is an SPUBLISH where the server's waiters listen with SSUBSCRIBE
    bool operator==(const ReleaseStep &) const = default;
};

/// Where the server does not tell the deadline itself (before 7.0), TIME + PTTL does, each cut to its own unit, and a
/// client's clock has no part in it.
inline constexpr std::chrono::milliseconds deadlineTolerance{50};

/// A command that only reads, and what it must answer.
struct ReleaseGuard
{
    ReleaseWords words;
    std::optional<Bytes> answer;               ///< none: anything but nil
    bool number = false;                       ///< `answer` is an integer
    bool aboutNow = false; ///< PTTL: the answer, counted from now, ends at `answer` (epoch ms), give or take deadlineTolerance
    Difference difference = Difference::Owner; ///< another answer means this
    Difference missing = Difference::Owner;    ///< nil means this
    bool operator==(const ReleaseGuard &) const = default;
};

/// A part of a hash, sorted set or set that belongs to a freed holder.
struct ReleaseElement
{
    Bytes name;
    Difference difference = Difference::Count; ///< what another value of it means; Lease: where it has a deadline of its own
    bool operator==(const ReleaseElement &) const = default;
};

struct ReleaseRecipe
{
    /// The companion that records the holders, where that is not the lock's own key.
    std::optional<Bytes> heldIn;

    /// Compared and removed; empty: the whole value is compared, and the key deleted.
    std::vector<ReleaseElement> elements;

    std::vector<ReleaseGuard> guards; ///< beside these; with `guardsAlone`, instead of them
    bool guardsAlone = false;

    /// For the Lua in here: KEYS[2] and so on (KEYS[1] is the lock's own), and ARGV[1] and so on.
    std::vector<Bytes> keys;
    std::vector<Bytes> arguments;
    std::string prepare;              ///< Lua between the guard and the first change; must not write

    std::vector<ReleaseStep> instead; ///< of removing what is held: a counter gets its permits back
    std::vector<ReleaseStep> after;   ///< further changes; the first removal having succeeded, a failure here is reported
    std::vector<ReleaseStep> wakeUps;
    std::vector<Companion> mustStay;  ///< beside those that the finding names
    std::vector<ReleaseWarning> warnings; ///< beside those of the format
    bool operator==(const ReleaseRecipe &) const = default;
};

/// What a format is asked.
struct ReleaseCase
{
    const Look &look;
    const Finding &finding;
    std::vector<Holder> freed;   ///< of finding.holders
    bool all = false;            ///< every one of them
    std::int64_t permits = 1;    ///< of a counter that records nobody: to hand back
    std::optional<Bytes> dropHead; ///< drop this waiter from the head of the queue; nobody is freed

    bool wholeKey() const { return all && look.value.whole(); } ///< the key itself can go
};

namespace recipe {

ReleaseWord key(Bytes name);
ReleaseWord channel(Bytes name, std::string lua = {});
ReleaseWord text(Bytes text, std::string lua = {});
ReleaseWords command(std::string_view verb, std::vector<ReleaseWord> words);
ReleaseStep step(std::string_view verb, std::vector<ReleaseWord> words);

/// Of a family without a recipe of its own: an element is called like its owner.
ReleaseRecipe plain(const ReleaseCase &what);

} // namespace recipe

} // namespace lockcore

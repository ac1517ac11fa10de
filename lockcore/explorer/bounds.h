// SPDX-License-Identifier: MIT
// Within which every order of events is examined.
#pragma once

#include "lockcore/explorer/script_lock.h"
#include "lockcore/locks/catalogue.h"

#include <array>
#include <optional>
#include <string>

namespace lockcore::explorer {

enum class Fault : std::uint8_t { Crash, Pause, LostReply, LostRequest, LateRequest, LateLoss, ServerForgets, Exception, ForceRelease };
inline constexpr std::size_t faultKinds = 9;

/// `crash`, `pause`, `lost-reply` …
std::string_view wordOf(Fault fault);

/// MutualExclusion: never are two in their critical sections. Ownership: nobody ends a lock that another was granted, while that lasts.
/// NoImmortalLock: a fresh worker gets in at last. NoLostUpdate: nobody writes what follows from a value that another has replaced meanwhile.
/// NoStaleWrite: nobody's write is accepted after that of a worker which was granted the lock later; a resource refuses the smaller of two
/// fencing tokens. Reentry: a lock that is acquired again is free after the last release, and not before.
enum class Property : std::uint8_t { MutualExclusion, Ownership, NoImmortalLock, NoLostUpdate, NoStaleWrite, Reentry };
inline constexpr std::array properties = {Property::MutualExclusion, Property::Ownership,    Property::NoImmortalLock,
                                          Property::NoLostUpdate,    Property::NoStaleWrite, Property::Reentry};
std::string_view nameOf(Property property); ///< "mutual-exclusion"

/// How many of each. Of LateLoss any number above 0 means that each loss may be noticed late.
struct FaultBudget
{
    static constexpr int most = 3; ///< of one kind

    std::array<int, faultKinds> counts{};

    int &operator[](Fault fault) { return counts[static_cast<std::size_t>(fault)]; }
    int operator[](Fault fault) const { return counts[static_cast<std::size_t>(fault)]; }
    int total() const;
    bool operator==(const FaultBudget &) const = default;
};

/// `none`, `crash=1 lost-reply=1`, `pause=9ms`.
std::string toString(const FaultBudget &budget, Milliseconds pause);

/// For the tests of the Explorer itself. Its faults, which a replay or a known verdict must notice; and two other ways to the same verdicts.
enum class Mutant {
    None,
    ExpiresLate,
    KeepsDeadlines,
    ForgetsOrder,      ///< a late request does not hold up those that its connection sends after it
    DropsLate,         ///< it never executes once its worker has ended or crashed
    WatchesNothing,    ///< no change of a watched lock is noticed
    ForgetsCaller,     ///< a loop that says what matters forgets what its caller has to do afterwards, too
    KeepsRenewals,     ///< only the watchdog's loop forgets nothing
    ForgetsMembers,    ///< what a lock keeps in its members is no part of a worker's place
    SameName,          ///< each token of a worker has the same name
    NoDeadlineForEver, ///< a lock without a deadline counts as immortal
    CreatorOwns,       ///< a lock is of the worker that made it, not of the one to which it is granted
    ClockStands,       ///< no time passes on a worker's steady clock
    // The same verdicts:
    KeepsStories, ///< nothing is forgotten in a loop
    FreshNames,   ///< nor has a token the name of an older one
};

struct Bounds
{
    static constexpr int mostServers = 3;
    static constexpr std::int64_t mostTime = 30'000; ///< of each duration, ms
    static constexpr int mostWorkersAsked = 3;       ///< one more is the fresh worker that tries the lock afterwards
    static constexpr int mostRounds = 4;

    std::string protocol;
    ProtocolOptions options;
    std::optional<ScriptPair> scripts; ///< a user's own lock, instead of the protocol, which is then only its name
    int workers = 2;
    int rounds = 2;
    int servers = 1;
    Milliseconds lease{20};
    Milliseconds work{10};
    std::optional<Milliseconds> otherWork; ///< shorter than `work`: in each round, either of them
    Milliseconds poll{6};
    Milliseconds commandTimeout{15}; ///< after which a loss is noticed at the latest, if it may be noticed late
    Milliseconds pause{30};          ///< of a paused worker, at most
    Milliseconds horizon{0};         ///< for a protocol that reads a wall clock: only events before it; 0: no limit
    Milliseconds skew{0};            ///< the wall clock of the second worker is so much ahead of the others'
    Milliseconds tick{1};            ///< where something may happen at any time, it is examined after each of these
    bool givesLease = true;          ///< otherwise the lock's watchdog renews
    bool careful = false;            ///< does not begin work that may outlast the validity
    bool readsWallClock = false;     ///< a worker's or the server's: the state depends on the time, not only on distances
    bool reenters = false;           ///< each worker acquires the lock once more while it holds it: Reentry is examined, and nothing else
    FaultBudget faults;
    std::size_t mostStates = 60'000'000;           ///< StateStore::most at most
    std::size_t mostMemory = std::size_t(4) << 30; ///< bytes, of the whole program; more ends the search
    Mutant mutant = Mutant::None;
    int samples = 0;              ///< so many paths to states are reported, for a replay
    std::optional<Property> only; ///< the search may end when this one is violated
};

/// The lock's key on every server.
inline const Bytes lockKey = "lock";

/// The usual bounds of a protocol. Error: Refused, it is unknown or cannot be examined, with the reason.
Result<Bounds> usualBounds(std::string_view protocol);
Bounds usualBounds(ScriptPair scripts);

/// The same, where each worker acquires the lock once more while it holds it.
Bounds reentryBounds(Bounds bounds);

/// Of a protocol that reads a wall clock.
constexpr Milliseconds horizonOf(Milliseconds lease) { return 6 * lease; }

} // namespace lockcore::explorer

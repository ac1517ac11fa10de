// SPDX-License-Identifier: MIT
// Within which every order of events is examined.
#pragma once

#include "lockcore/explorer/script_lock.h"
#include "lockcore/locks/catalogue.h"

#include <array>
#include <optional>
#include <string>

namespace lockcore::explorer {

enum class Fault { Crash, Pause, LostReply, LostRequest, LateRequest, LateLoss, ServerForgets, Exception, ForceRelease };
inline constexpr std::size_t faultKinds = 9;

/// `crash`, `pause`, `lost-reply` …
std::string_view wordOf(Fault fault);

enum class Property { MutualExclusion, NoImmortalLock };
inline constexpr std::array properties = {Property::MutualExclusion, Property::NoImmortalLock};
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

/// Faults of the Explorer itself, for its tests: a replay must notice them.
enum class Mutant { None, ExpiresLate, KeepsDeadlines };

struct Bounds
{
    static constexpr int mostServers = 3;
    static constexpr std::int64_t mostTime = 10'000; ///< of each duration, ms

    std::string protocol;
    ProtocolOptions options;
    std::optional<ScriptPair> scripts; ///< a user's own lock, instead of the protocol, which is then only its name
    int workers = 2;
    int rounds = 2;
    int servers = 1;
    Milliseconds lease{20};
    Milliseconds work{10};
    Milliseconds poll{6};
    Milliseconds commandTimeout{15}; ///< after which a loss is noticed at the latest, if it may be noticed late
    Milliseconds pause{30};          ///< of a paused worker, at most
    Milliseconds horizon{0};         ///< for a protocol that reads a wall clock: only events before it; 0: no limit
    bool givesLease = true;          ///< otherwise the lock's watchdog renews
    bool careful = false;            ///< does not begin work that may outlast the validity
    bool readsWallClock = false;     ///< the state depends on the time, not only on distances
    FaultBudget faults;
    std::size_t mostStates = 20'000'000;
    Mutant mutant = Mutant::None;
    int samples = 0;              ///< so many paths to states are reported, for a replay
    std::optional<Property> only; ///< the search may end when this one is violated
};

/// The usual bounds of a protocol. Error: Refused, it is unknown or cannot be examined, with the reason.
Result<Bounds> usualBounds(std::string_view protocol);
Bounds usualBounds(ScriptPair scripts);

} // namespace lockcore::explorer

// SPDX-License-Identifier: MIT
// Which state a lock is in and why. Claims no more than is known. Pure.
#pragma once

#include "monitor/format.h"

namespace lockcore {

/// A lease that is set in a second command, as SETNX + EXPIRE does, may just be on its way: two looks so far apart prove
/// that it is not.
inline constexpr std::chrono::seconds betweenLooks{1};

struct StateEvidence
{
    ServerTime now{};
    LeaseRule leaseRule = LeaseRule::CallersChoice;
    std::optional<Milliseconds> leaseBefore; ///< it, or a lock like it under the same name, was seen with this lease
    std::optional<ServerTime> lapses;       ///< of a timestamp lock
    std::optional<ServerTime> noLeaseSince; ///< the first look without a TTL in a row of such
    ServerTime lastLook{};
    std::optional<ServerTime> takenOverAt;
    OwnerScope ownerScope = OwnerScope::Acquisition;
};

struct StateVerdict
{
    LockState state = LockState::Held;
    std::string reason;
};

/// Does a lock without a TTL lack one? Either its library always sets one, or the name's own past shows it.
bool leaseIsDue(LeaseRule rule, bool leaseBefore);

StateVerdict stateOf(const LockInfo &lock, const StateEvidence &evidence);

} // namespace lockcore

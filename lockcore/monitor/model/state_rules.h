// SPDX-License-Identifier: MIT
// Which state a lock is in, and why. Claims no more than is known. Pure.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// A lease set in a second command, as by SETNX + EXPIRE, may still be on its way. Two looks this far apart prove that it is
/// not.
inline constexpr std::chrono::seconds betweenLooks{1};

struct StateEvidence
{
    ServerTime now{};
    LeaseRule leaseRule = LeaseRule::CallersChoice;
    std::optional<Milliseconds> leaseBefore; ///< the TTL seen on it, or on a lock under the same name
    std::optional<ServerTime> lapses;        ///< of a timestamp lock
    bool mayBeTaken = false;                 ///< or it was taken at that time
    ServerTime lastLook{};
    std::optional<ServerTime> takenOverAt;
    OwnerScope ownerScope = OwnerScope::Unknown;
    Milliseconds attentionAfter = usualAttentionAfter; ///< of a lock without a lease; MonitorOptions
};

struct StateVerdict
{
    LockState state = LockState::Held;
    std::string reason;
    bool noLeaseTooLong = false; ///< see LockInfo
};

/// Should this lock have a TTL? Either its library always sets one, or the name's history shows one.
bool leaseIsDue(LeaseRule rule, bool leaseBefore);

StateVerdict stateOf(const LockInfo &lock, const StateEvidence &evidence);

/// When time alone may change that state; none: never.
std::optional<ServerTime> nextChange(const LockInfo &lock, const StateEvidence &evidence);

} // namespace lockcore

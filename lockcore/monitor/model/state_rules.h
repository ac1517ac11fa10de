// SPDX-License-Identifier: MIT
// The state of a lock, and the reason for it. Never claims more than is known. Pure.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// A lease set in a second command, as by SETNX + EXPIRE, may still be on its way. Two looks this far apart prove that it is missing.
inline constexpr std::chrono::seconds betweenLooks{1};

struct StateEvidence
{
    ServerTime now{};
    LeaseRule leaseRule = LeaseRule::CallersChoice;
    std::optional<Milliseconds> leaseBefore; ///< the TTL seen on this lock, or on an earlier one under the same name
    std::optional<ServerTime> lapses;        ///< of a timestamp lock: when it lapses
    bool mayBeTaken = false;                 ///< of a timestamp lock: `lapses` may be the time of the acquisition instead
    ServerTime lastLook{};
    std::optional<ServerTime> takenOverAt;
    OwnerScope ownerScope = OwnerScope::Unknown;
    Milliseconds attentionAfter = usualAttentionAfter; ///< how long a lock may be without a lease; MonitorOptions
};

struct StateVerdict
{
    LockState state = LockState::Held;
    std::string reason;
    bool noLeaseTooLong = false; ///< see LockInfo
};

/// Whether this lock should have a TTL: its library always sets one, or an earlier look under this name showed one.
bool leaseIsDue(LeaseRule rule, bool leaseBefore);

StateVerdict stateOf(const LockInfo &lock, const StateEvidence &evidence);

/// When time alone may change the state; none: never.
std::optional<ServerTime> nextChange(const LockInfo &lock, const StateEvidence &evidence);

} // namespace lockcore

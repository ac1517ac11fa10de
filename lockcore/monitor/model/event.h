// SPDX-License-Identifier: MIT
// Something that happened to a lock, as far as an observer can know it.
#pragma once

#include "lockcore/monitor/model/lock.h"

namespace lockcore {

enum class EventType {
    Seen,
    Acquired,
    TakenOver,
    Released,
    Expired,
    DeletedEarly,
    Renewed,
    Reentered,
    PartlyReleased,
    LeaseSet,
    LeaseShortened,
    LeaseRemoved,
    Resurrected,
    ForceReleased,
    OutOfSight,
    StillNoLease, ///< nothing has changed; from now on LockInfo::noLeaseTooLong is true
};

struct LockEvent
{
    std::uint64_t number = 0; ///< counts up within one Monitor
    ServerTime time{};        ///< when the look that showed it was taken, by the server's clock
    EventType type = EventType::Seen;
    LockId id;
    std::string library;
    LockKind kind = LockKind::Lock;
    int confidence = 0; ///< in library and kind: 1 weak … 5 certain
    Bytes owner;        ///< of the lock after the event; for a lock that is gone, its last owner
    std::int64_t count = 0;
    std::optional<Milliseconds> ttl;     ///< after the event; none: no TTL, or gone
    std::optional<ServerTime> notBefore; ///< the event happened after this time and not after `time`
    std::string why;                     ///< the evidence; locale-free English
    bool coalesced = false;              ///< more has happened between two looks, or may have
    bool operator==(const LockEvent &) const = default;
};

std::string_view toString(EventType type); ///< seen acquired taken-over … still-no-lease
bool has(const std::vector<LockEvent> &events, EventType type);
bool isEnd(EventType type);                   ///< after this event, as far as Lockscope can see, the named owner no longer holds the lock
std::string toString(const LockEvent &event); ///< one line, for logs and test output

} // namespace lockcore

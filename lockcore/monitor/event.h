// SPDX-License-Identifier: MIT
// Something that happened to a lock, as far as it can be known from outside.
#pragma once

#include "monitor/lock.h"

namespace lockcore {

enum class EventType {
    Seen, Acquired, TakenOver, Released, Expired, DeletedEarly, Renewed, Reentered, PartlyReleased,
    LeaseSet, LeaseShortened, LeaseRemoved, Resurrected, ForceReleased,
};

struct LockEvent
{
    std::uint64_t number = 0; ///< counts up within one Monitor
    ServerTime time{};        ///< of the look that showed it, on the server's clock
    EventType type = EventType::Seen;
    LockId id;
    std::string library;
    LockKind kind = LockKind::Lock;
    Bytes owner;              ///< of the lock after the event; of the one that is gone, if it is gone
    std::int64_t count = 0;
    std::optional<Milliseconds> ttl; ///< after the event; none: no TTL, or gone
    std::optional<ServerTime> notBefore; ///< it happened after this moment and before `time`
    std::string why;          ///< the evidence; locale-free English
    bool coalesced = false;   ///< more happened between two looks than one change
    bool operator==(const LockEvent &) const = default;
};

std::string_view toString(EventType type); ///< seen acquired taken-over … force-released
bool isEnd(EventType type); ///< the owner that the event names holds the lock no more
std::string toString(const LockEvent &event); ///< one line, for logs and test output

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Something that happened to a lock, as far as an observer can know it.
#pragma once

#include "lockcore/monitor/model/lock.h"

namespace lockcore {

enum class EventType {
    Seen,
    Acquired,
    TakenOver,
    Released, ///< announced by its library, or shown by what the key holds now
    Ended,    ///< before its lease was over, and nothing shows who did it: a release, a DEL, an eviction look the same
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
    Moved, ///< its slot has gone to another node of the cluster, and the lock with it: LockEvent::from and node

    // Nothing has changed, or too little: reported because the lock needs attention from now on.
    StillNoLease, ///< LockInfo::noLeaseTooLong is true
    RenewalOverdue,
    Immortal,
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
    std::string node{};                  ///< of a cluster: the primary that has it, `host:port`
    std::string from{};                  ///< Moved: the one that had it
    bool operator==(const LockEvent &) const = default;
};

std::string_view toString(EventType type); ///< seen acquired taken-over released ended … still-no-lease
/// The `event` of JSON and CSV: there an end without evidence is `released`, too, and `end` distinguishes the two.
std::string_view eventWord(EventType type);
std::string_view endWord(EventType type);                                               ///< released ended; empty: neither
bool has(const std::vector<LockEvent> &events, std::initializer_list<EventType> types); ///< at least one of them
bool has(const std::vector<LockEvent> &events, EventType type);
bool isEnd(EventType type);                   ///< after this event, as far as Lockscope can see, the named owner no longer holds the lock
std::string toString(const LockEvent &event); ///< one line, for logs and test output

} // namespace lockcore

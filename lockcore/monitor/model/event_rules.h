// SPDX-License-Identifier: MIT
// What happened between two looks at one lock. Pure. docs/commands.md lists the events.
#pragma once

#include "lockcore/monitor/model/event.h"
#include "lockcore/monitor/model/format.h"

#include <string_view>

namespace lockcore {

/// Without PEXPIRETIME a deadline is TIME + PTTL, each truncated to its unit. A smaller move than this counts as none.
inline constexpr Milliseconds deadlineNoise{5};

/// A lock as one look showed it.
struct Snapshot
{
    Look look;
    Finding finding;
};

/// What else is known about the time between the two looks.
struct Evidence
{
    bool firstSweep = false;      ///< nothing was known about the key, and watching had just begun
    bool passedBy = false;        ///< or it may have been there before, out of sight or not recognised
    bool withSlot = false;        ///< or it may have come with its slot from another node of the cluster
    bool bySweep = false;         ///< a sweep found it: earlier ones may have passed by what its scripts or a short TTL alone betray
    bool announced = false;       ///< a release was announced in between; see perhapsOf
    bool announcedNearby = false; ///< one was announced at about that time: in between, shortly before, or shortly after
    bool announces = false;       ///< this key has announced a release before, and another one would have been heard
    bool unprompted = false;      ///< a sweep or a poll found it, or the first look after a cut: it may have changed long before
    bool restarted = false;       ///< another server process answers since: a restart, or another server at the same address
    bool exchanged = false;       ///< its data may have been exchanged in between: SWAPDB, a full synchronisation, a promotion
    bool unheard = false;         ///< nothing was heard, although a message comes with each change of this key
    bool outrun = false;          ///< the key changed again while it was read
    bool several = false;         ///< more than one change was heard
    bool heardAfter = false;      ///< and one after the look was read: a later one, one before it, or the look itself found it expired
    bool removedByNobody = false; ///< the server itself has removed no key in between: none has expired, none was evicted
    bool releasedByUs = false;    ///< our own release succeeded in between
    bool afterOurRelease = false; ///< our own release freed it
    bool onlyMore = false;        ///< a record in which all is as it was, but for fields that were added
    bool onlyLess = false;        ///< or for fields that were taken away
    bool anotherToken = false;    ///< a record with another token: its owner has acquired the lock again
    bool anotherTime = false;     ///< a record with another time of locking, process or thread
    bool seenFree = false;        ///< there was no lock at the last look
    std::string_view perhapsOf{}; ///< not empty: whose release was announced instead, perhaps, so that it proves nothing
    std::optional<ServerTime> lastFree{}; ///< when there was no lock: at the last look, or according to the last sweep
    std::optional<ServerTime> heard{};    ///< it had changed at this time, because the message had come
    std::optional<ServerTime> quiet{};    ///< it had not changed at this time: a message would have come
    std::vector<Bytes> freedByUs{};       ///< our own release freed these holders
    std::vector<Bytes> returned{};        ///< owners now seen that cannot be back by a regular acquisition: their token had
                                          ///< disappeared, or our own release freed them
};

/// Are its members more than are listed? Then they are only counted. (A record that counts its readers lists none.)
bool areTooMany(const Snapshot &snapshot);

/// Is this holder's own time over? It may stay in the value until the next client removes it.
bool isLapsed(const Holder &holder, ServerTime at);

/// Is the text of one an integer and that of the other a few more? It counts; a lock that changes hands does not.
bool countsUp(const Value &before, const Value &after);

/// Is every element of before still there, with the same second part?
bool holdsAllOf(const Value &now, const Value &before);

/// Is at least one of the previous holders still a holder? If the value names nobody: is it unchanged?
bool isSameHolding(const Snapshot &before, const Snapshot &after);

/// In the order in which they must have happened. `before` and `after` are not both null.
std::vector<LockEvent> eventsBetween(const Snapshot *before, const Snapshot *after, const LockId &id, ServerTime at,
                                     const Evidence &evidence);

} // namespace lockcore

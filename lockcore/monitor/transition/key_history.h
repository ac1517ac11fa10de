// SPDX-License-Identifier: MIT
// What is known of one key: how its last look showed it, and what happened under its name. Only transition() and the calls below change it.
// No I/O, no clock.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/reading/early_release_history.h"
#include "lockcore/monitor/transition/lazy.h"
#include "lockcore/monitor/transition/lock_snapshot.h"

namespace lockcore {

/// What the last look showed of a lock, and LockInfo does not have.
struct KeptLook
{
    ServerTime at{};
    Value value;
    std::map<Bytes, Value> companions; ///< those that are there
    Traits traits;                     ///< without channels if the waiters are counted without them
};

struct LeaseSeen
{
    ValueType type{};
    Milliseconds lease{};
};

/// What happened under a name, which is little for most of them.
struct NamesPast
{
    std::optional<ServerTime> lastFree;
    std::optional<Scores> scores;  ///< see RecognitionContext
    bool unlisted = false;         ///< at the last look something was there that was no lock, or not recognised as one
    std::optional<Value> leftOver; ///< what a holder left there who gave up a record
    std::optional<ServerTime> takenOverAt;
    std::optional<ServerTime> noLapse;      ///< a deadline in the value by which the lock does not end
    std::vector<Bytes> owners;              ///< that were seen to disappear
    std::vector<Milliseconds> periods;      ///< times between the last renewals
    std::optional<ServerTime> releasedByUs; ///< and there has been no look since
    std::vector<Bytes> freedByUs;           ///< empty: all
    const Format *announcedBy = nullptr;    ///< of the last lock whose release was announced
    int announced = 0;                      ///< how many such ends in a row, as far as it matters
    ReleasedTokens released;                ///< before their deadline
};

struct KeyHistory
{
    std::optional<KeptLook> last; ///< none: the last look saw it free
    LockInfo info;
    Lazy<NamesPast> past;
    std::optional<LeaseSeen> leaseSeen; ///< outlives the lock, so that the next one under this name can be compared
    bool beforeRestart = false;         ///< of the server, and no look since
    bool beforeExchange = false;        ///< of the data, and no look since
    bool beforeCut = false;             ///< of the connection, and no look since
    bool afterOurRelease = false;       ///< the lock was seen to disappear, and nobody has it since
    bool wasFair = false;               ///< it announces only if somebody waits, and looks like others if nobody does

    std::optional<LockSnapshot> snapshot() const; ///< the lock as the last look showed it
    void keep(LockSnapshot snapshot);             ///< as the last look; `info` has the rest

    void addTo(RecognitionContext &around) const; ///< what watching this key has shown

    // After a look, for those that follow.

    /// Tokens that were released under this name count for an hour, also those of the time when it was not followed.
    void noteHandOvers(ServerTime at, const std::optional<Classified> &classified);
    void noteStillFree(ServerTime at, bool unlisted);

    /// Of the lock that was there: who has gone, and whether its end was announced. `after`: what is there now; null: no lock.
    void notePast(const std::vector<LockEvent> &events, ServerTime at, const LockSnapshot *after, bool announced);

    /// The lock that is there: since when, with which lease, how it is renewed.
    void noteLock(const LockSnapshot *before, LockSnapshot after, const std::vector<LockEvent> &events, bool unprompted);
    MonitorChange::Gone noteEnd(ServerTime at, EventType how);

    bool isOfOtherData() const { return beforeRestart || beforeExchange; } ///< where its owner may still have it
    bool hadOwner(const Bytes &owner) const;

    /// Does this look show the state after our release?
    bool isSinceOurs(ServerTime look) const { return past->releasedByUs && look >= *past->releasedByUs; }

    /// Was a release seen to be announced often enough that the next one must be? One library says nothing about another under the same name.
    bool announces() const;

    /// The TTL seen on it, or on a lock under the same name. A value of another type belongs to another library, whose habits say nothing.
    std::optional<Milliseconds> leaseBefore() const;

    /// The looks so far showed other data: that the name was free, or an owner gone, says nothing any more.
    void dataIsOther(bool KeyHistory::*because);

    /// The server's clock was set, or this machine slept, and then the lock has been held for longer than that.
    void clockJumped(Microseconds by);

private:
    void noteAnnouncement(const std::vector<LockEvent> &events, bool announced);
    void noteGone(const LockSnapshot *after);
    void begin(ServerTime at, bool observed);
    void countRenewal(ServerTime at);
    void forgetPeriods();
};

} // namespace lockcore

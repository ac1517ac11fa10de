// SPDX-License-Identifier: MIT
// What is known about one key: its last look, and what happened under its name. Only transition() and the calls below change it. No I/O, no
// clock.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/reading/early_release_history.h"
#include "lockcore/monitor/transition/lazy.h"
#include "lockcore/monitor/transition/lock_snapshot.h"

namespace lockcore {

/// The parts of a lock's last look that LockInfo does not contain.
struct KeptLook
{
    ServerTime at{};
    Value value;
    std::map<Bytes, Value> companions; ///< only existing ones
    Traits traits;                     ///< without channels, if the waiters are counted by other means
};

struct LeaseSeen
{
    ValueType type{};
    Milliseconds lease{};
};

/// What happened under a name; for most names this is little.
struct NamesPast
{
    std::optional<ServerTime> lastFree;
    std::optional<Scores> scores;  ///< see RecognitionContext
    bool unlisted = false;         ///< at the last look the key existed, but was no lock or was not recognised as one
    std::optional<Value> leftOver; ///< the rest of a record that its holder has given up
    std::optional<ServerTime> takenOverAt;
    std::optional<ServerTime> noLapse;      ///< a deadline in the value that does not end the lock
    std::vector<Bytes> owners;              ///< owners that have disappeared
    std::vector<Milliseconds> periods;      ///< between the last renewals
    std::optional<ServerTime> releasedByUs; ///< no look since then
    std::vector<Bytes> freedByUs;           ///< owners; empty: all
    const Format *announcedBy = nullptr;    ///< the format of the last lock whose release was announced
    int announced = 0;                      ///< how many ends in a row were announced, up to a limit
    ReleasedTokens released;                ///< released before their deadline
};

struct KeyHistory
{
    std::optional<KeptLook> last; ///< none: at the last look it was free
    LockInfo info;
    Lazy<NamesPast> past;
    std::optional<LeaseSeen> leaseSeen; ///< kept after the lock's end, to compare the next lock under this name
    bool beforeRestart = false;         ///< of the server, with no look since
    bool beforeFailover = false;        ///< to another primary, with no look since
    bool beforeExchange = false;        ///< of the data, with no look since
    bool beforeCut = false;             ///< of the connection, with no look since
    bool afterOurRelease = false;       ///< the lock was seen to disappear, and nobody has acquired it since
    bool wasFair = false;               ///< it announces a release only if somebody waits, and without waiters it looks like other locks

    std::optional<LockSnapshot> snapshot() const; ///< the lock as the last look showed it
    void keep(LockSnapshot snapshot);             ///< stores the last look; `info` contains the rest

    void addTo(RecognitionContext &around) const; ///< what earlier looks at this key have shown

    // For the looks after this one.

    /// Tokens that were released under this name count for an hour, including those from before the name was followed.
    void noteHandOvers(ServerTime at, const std::optional<Classified> &classified);
    void noteStillFree(ServerTime at);
    void noteUnrecognised(); ///< what the key holds may be a lock, so its next holder may have had it before

    /// For the lock of the last look: which owners are gone, and whether the end was announced. `after`: the lock now; null: none.
    void notePast(const std::vector<LockEvent> &events, ServerTime at, const LockSnapshot *after, bool announced);

    /// For the lock now: its start, its lease, its renewals.
    void noteLock(const LockSnapshot *before, LockSnapshot after, const std::vector<LockEvent> &events, bool unprompted);
    MonitorChange::Gone noteEnd(ServerTime at, EventType how);

    bool isOfOtherData() const
    {
        return beforeRestart || beforeFailover || beforeExchange;
    } ///< its owner may still have the lock in the other data
    bool hadOwner(const Bytes &owner) const;

    /// Whether this look was taken after our release.
    bool isSinceOurs(ServerTime look) const { return past->releasedByUs && look >= *past->releasedByUs; }

    /// Whether releases were announced often enough, so that the next one will be. A library proves nothing about another one under the
    /// same name.
    bool announces() const;

    /// The TTL seen on this lock, or on an earlier one under the same name. A value of another type belongs to another library, with other
    /// leases.
    std::optional<Milliseconds> leaseBefore() const;

    /// The earlier looks showed other data: that the name was free, or an owner gone, proves nothing any more.
    void dataIsOther(bool KeyHistory::*because);

    /// The server's clock was set, or this machine slept. If it slept, the lock has been held for longer than its known start.
    void clockJumped(Microseconds by);

private:
    void noteAnnouncement(const std::vector<LockEvent> &events, bool announced);
    void noteGone(const LockSnapshot *after);
    void begin(ServerTime at, bool observed);
    void countRenewal(ServerTime at);
    void forgetPeriods();
};

} // namespace lockcore

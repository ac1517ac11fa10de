// SPDX-License-Identifier: MIT
// What happened under a name, which is little for most of them. No I/O, no clock.
#pragma once

#include "lockcore/monitor/model/event_rules.h"
#include "lockcore/monitor/reading/hand_overs.h"
#include "lockcore/monitor/watch/rare.h"

namespace lockcore {

struct NamePast
{
    std::optional<ServerTime> lastFree;
    std::optional<Scores> scores;  ///< see Surroundings
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

    bool hadOwner(const Bytes &owner) const;

    /// Was a release seen to be announced often enough that the next one must be? One library says nothing about another under the same name.
    bool announces(const Format *format) const;

    /// Does this look show the state after our release?
    bool isSinceOurs(ServerTime look) const { return releasedByUs && look >= *releasedByUs; }
};

/// Remembers the holders that have gone. `after`: what is there now.
void noteGone(Rare<NamePast> &past, const std::vector<Holder> &holders, const Snapshot *after);

/// To be called before noteGone(), which makes its token one of those that were seen.
void noteReleased(Rare<NamePast> &past, const LockInfo &lock, ServerTime at, const std::vector<LockEvent> &events);

void noteAnnounced(Rare<NamePast> &past, const Format *format);
void noteSilentRelease(Rare<NamePast> &past);

/// The usual time between renewals, with one more after this time; none yet: it was the first.
std::optional<Milliseconds> usualPeriod(Rare<NamePast> &past, std::optional<Microseconds> sinceLast);

/// Other data may be there: that a name was free, or an owner gone, says nothing about it.
void noteOtherData(Rare<NamePast> &past, bool isHeld);

} // namespace lockcore

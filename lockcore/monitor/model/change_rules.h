// SPDX-License-Identifier: MIT
// What all rules about two looks at one lock share: the looks, what else is known, and the events that follow. Pure. Private to the event
// rules.
#pragma once

#include "lockcore/monitor/model/event_rules.h"

namespace lockcore::rules {

/// The holder with the same owner and mode; null: there is none.
const Holder *holderLike(const Finding &finding, const Holder &wanted);

/// The same owner, in another mode than before, in which it was not; null: it is not there, or as before.
const Holder *inAnotherMode(const Finding &before, const Finding &after, const Holder &wanted);

bool namesNobody(const Finding &finding);
bool isPermitCount(const Finding &finding);    ///< the number of a semaphore's permits: nobody's, and some may be taken or none
bool mayCountTaken(const Finding &finding);    ///< by such a number: that of an unknown library may be of those who hold it
bool mayOnlyTry(const Finding &finding);       ///< those who join: many semaphores that people write add themselves before they count
std::string permitsOf(const Finding &finding); ///< which ones it counts
bool repeats(const Finding &finding);          ///< the same text can be another holding
bool isExclusive(const Finding &finding);      ///< one holder excludes all others: if another one is there, the first has gone

/// The value says that the lock is over before its TTL, or it has none.
bool lapsesByValue(const Snapshot &snapshot);

/// Of the whole lock, before and after; none: it had none.
struct Deadlines
{
    std::optional<ServerTime> was, is;
    bool movedLater() const { return was && is && *is > *was + deadlineNoise; }
};

struct Change
{
    const Snapshot *before; ///< null: there was no lock
    const Snapshot *after;  ///< null: there is none any more
    const LockId &id;
    ServerTime at;
    const Evidence &evidence;
    std::vector<LockEvent> &events; ///< that have been found so far
};

class ChangeRules
{
protected:
    explicit ChangeRules(const Change &change);

    LockEvent &add(EventType type, const Snapshot &of, const Holder *holder, std::string why);

    // One event for each holder; one for the lock if none is listed.
    template <class Each>
    static void forEach(const Snapshot &snapshot, Each each)
    {
        if (snapshot.finding.holders.empty())
            each(nullptr);
        for (const auto &holder : snapshot.finding.holders)
            each(&holder);
    }

    bool isFreed(const Holder *holder) const;   ///< by our own release
    bool isPast(ServerTime deadline) const;     ///< a key exists during the millisecond of its deadline
    bool wasLapsed(const Holder &holder) const; ///< then its end has been told
    bool otherData() const;                     ///< perhaps: what is there now need not follow from what was there before
    bool wakesByPop() const;                    ///< its library wakes the next one by a blocking pop
    bool sameDeadline() const;                  ///< a restart that keeps the data keeps each deadline to the millisecond
    Deadlines deadlines() const;                ///< those of the TTL, or those in the value, if the lock lapses by these

    const Snapshot *const m_before;
    const Snapshot *const m_after;
    const ServerTime m_at;
    const Evidence &m_evidence;
    std::vector<LockEvent> &m_events;

private:
    const LockId &m_id;
};

} // namespace lockcore::rules

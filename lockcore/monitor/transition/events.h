// SPDX-License-Identifier: MIT
// Which events a change consists of: who came, stayed, handed over or left, and what happened to leases. Pure. Private to the transition.
// docs/commands.md lists the events.
#pragma once

#include "lockcore/monitor/model/event.h"
#include "lockcore/monitor/transition/key_history.h"
#include "lockcore/monitor/transition/observation_interval.h"
#include "lockcore/monitor/transition/record_change.h"

namespace lockcore {

class EventFinder
{
public:
    /// `before`, `after`: null if no lock exists then; at most one of them is null. `history`: as before this look.
    /// `givenUp`: the key is still there, and what it holds says that nobody has the lock.
    EventFinder(const LockSnapshot *before, const LockSnapshot *after, const LockId &id, ServerTime at, const KeyHistory &history,
                const ObservationInterval &heard, bool givenUp = false);

    /// In the order in which the events must have happened.
    std::vector<LockEvent> events() &&;

private:
    /// Whether a holding that is over has expired. The clock alone proves nothing: the holding may have been released just before its
    /// deadline.
    enum class Expiry {
        No,
        Unlikely, ///< it had already changed before its deadline passed
        Perhaps,
        Proven,
    };

    LockEvent &add(EventType type, const LockSnapshot &of, const Holder *holder, std::string why);
    LockEvent &addAfter(EventType type, const Holder *holder, std::string why) { return add(type, *m_after, holder, std::move(why)); }
    LockEvent &addBefore(EventType type, const Holder *holder, std::string why) { return add(type, *m_before, holder, std::move(why)); }

    bool isReleasedByUs() const;              ///< all holders
    bool isFreed(const Holder *holder) const; ///< by our own release
    bool isReturned(const Holder *holder) const;
    bool isPast(ServerTime deadline) const;                      ///< a key exists until the end of the millisecond of its deadline
    bool wasLapsed(const Holder &holder) const;                  ///< its end was reported at the look before
    bool otherData() const { return m_history.isOfOtherData(); } ///< what exists now need not follow from what existed before
    bool otherHolders() const { return m_before->match.holders != m_after->match.holders; }

    // Holders that came or stayed: events.cpp
    void appeared();
    void foundInOtherData();
    void anotherHolding();
    void sameHolding();
    void sameOwners();
    bool areListed() const;
    bool isCompleted() const;
    void completed();
    bool handedOver() const;
    bool changesMode() const;
    std::string_view whyItNeedNotBeAnother() const;
    LockEvent &resurrected(const Holder *holder);
    LockEvent &nextHolder(const Holder *holder);
    void joined(const Holder &holder);
    void changedMode(const Holder &was, const Holder &is);
    void unnamedCounted(const Holder *holder, std::int64_t was, std::int64_t is);
    void permits();

    // Holders that left: ends.cpp
    void gone(bool taken); ///< the end of what `before` showed; `taken`: the key already contains something else
    LockEvent &endOf(const Holder *holder, bool taken);
    LockEvent &left(const Holder &holder);
    LockEvent &expired(const Holder *holder, Expiry expiry);
    LockEvent &released(const Holder *holder, Expiry expiry, std::string why); ///< with evidence: an announcement, or what is left
    LockEvent &ended(const Holder *holder, Expiry expiry, std::string why);    ///< without
    LockEvent &unclear(const Holder *holder, Expiry expiry, std::string why);  ///< it may even have expired, or not have held it
    LockEvent &endedEarly(EventType type, const Holder *holder, Expiry expiry, std::string why);
    LockEvent &deletedEarly(const Holder *holder);
    LockEvent &lostSight(const Holder *holder);
    std::string_view whyUnclear(bool taken) const;
    std::optional<ServerTime> ownDeadline(const Holder *holder) const;
    Expiry expiryOf(const Holder *holder) const;
    bool isOver(const Holder *holder) const;
    bool stillThere(const Holder *holder) const; ///< libraries remove an expired holder only when the next one comes
    bool mayHaveBegunThen() const;               ///< without a TTL, the time in the value may be that of the acquisition
    bool mayBeHeldYet() const;
    bool wouldAnnounce() const;
    bool isDeletedEarly(const Holder *holder) const;
    bool knowsItsLast() const;

    // Leases: leases.cpp
    void renewals();                  ///< each holder's own lease, or the lease of the whole lock, if a single holder must have changed it
    void lease(const Holder *holder); ///< of the whole lock; null: who changed it is unknown
    void leaseOfNobody();             ///< the value does not show whether it was renewed or changed hands
    void moved(ServerTime was, ServerTime is, const Holder *holder);
    void renewed(const Holder &holder, std::string why, bool shared);
    bool passedOn();
    bool ownWrites();
    bool othersCameOrWent(bool orCounts) const; ///< `orCounts`: or a holder that stayed has another hold count
    bool isOneChange() const;
    std::string orAgain() const;
    std::pair<Deadline, Deadline> deadlines() const; ///< those of the TTL; or those in the value, if the lock lapses by them
    bool movedLater() const;
    void mark(LockEvent &event) const;

    const LockSnapshot *const m_before;
    const LockSnapshot *const m_after;
    const LockId &m_id;
    const ServerTime m_at;
    const KeyHistory &m_history;
    const ObservationInterval &m_heard;
    const bool m_givenUp;
    const std::optional<RecordChange> m_record; ///< if a value existed before and exists now
    std::vector<LockEvent> m_events;            ///< found so far
};

// One event for each holder; one for the lock if none is listed.
template <class Each>
void forEachHolder(const LockSnapshot &snapshot, Each each)
{
    if (snapshot.match.holders.empty())
        each(static_cast<const Holder *>(nullptr));
    for (const auto &holder : snapshot.match.holders)
        each(&holder);
}

bool repeats(const LockMatch &match);       ///< the same text may belong to another holding
bool isPermitCount(const LockMatch &match); ///< the number of a semaphore's permits: it names nobody, and any number of them may be taken
std::string permitsOf(const LockMatch &match);
bool mayOnlyTry(const LockMatch &match);            ///< a new member may only try: many hand-written semaphores add a member, then count
bool lapsesByValue(const LockSnapshot &snapshot);   ///< the value shows that the lock ends before its TTL, or the lock has no TTL
std::string spanOf(ServerTime from, ServerTime to); ///< the time between two deadlines

} // namespace lockcore

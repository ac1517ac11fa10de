// SPDX-License-Identifier: MIT
// Which events a change is: who came, stayed, handed over or left, and what happened to leases. Pure. Private to the transition.
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
    /// `before`, `after`: null if there was no lock, or there is none any more, but not both; `history`: before this look.
    EventFinder(const LockSnapshot *before, const LockSnapshot *after, const LockId &id, ServerTime at, const KeyHistory &history,
                const ObservationInterval &heard);

    /// In the order in which they must have happened.
    std::vector<LockEvent> events() &&;

private:
    /// What is known of a holding that is over. The clock alone proves no expiry: it may have been released just before.
    enum class Expiry {
        No,
        Unlikely, ///< it had changed before its deadline passed
        Perhaps,
        Proven,
    };

    LockEvent &add(EventType type, const LockSnapshot &of, const Holder *holder, std::string why);
    LockEvent &addAfter(EventType type, const Holder *holder, std::string why) { return add(type, *m_after, holder, std::move(why)); }
    LockEvent &addBefore(EventType type, const Holder *holder, std::string why) { return add(type, *m_before, holder, std::move(why)); }

    bool isReleasedByUs() const;              ///< all of it
    bool isFreed(const Holder *holder) const; ///< by our own release
    bool isReturned(const Holder *holder) const;
    bool isPast(ServerTime deadline) const;                      ///< a key exists during the millisecond of its deadline
    bool wasLapsed(const Holder &holder) const;                  ///< then its end has been told
    bool otherData() const { return m_history.isOfOtherData(); } ///< what is there now need not follow from what was there before
    bool otherHolders() const { return m_before->match.holders != m_after->match.holders; }

    // Who came and stayed: events.cpp
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

    // Who left: ends.cpp
    void gone(bool taken); ///< the end of what `before` showed; `taken`: something else is there already
    LockEvent &ended(const Holder *holder, bool taken);
    LockEvent &left(const Holder &holder);
    LockEvent &expired(const Holder *holder, Expiry expiry);
    LockEvent &released(const Holder *holder, Expiry expiry, std::string why);
    LockEvent &unclear(const Holder *holder, Expiry expiry, std::string why);
    LockEvent &deletedEarly(const Holder *holder);
    LockEvent &lostSight(const Holder *holder);
    std::string_view whyUnclear(bool taken) const;
    std::optional<ServerTime> ownDeadline(const Holder *holder) const;
    Expiry expiryOf(const Holder *holder) const;
    bool isOver(const Holder *holder) const;
    bool stillThere(const Holder *holder) const; ///< libraries remove a holder whose time is over only when the next one comes
    bool mayHaveBegunThen() const; ///< of a time in the value, without a TTL, it is not known whether it was that of acquisition
    bool mayBeHeldYet() const;
    bool wouldAnnounce() const;
    bool isDeletedEarly(const Holder *holder) const;
    bool knowsItsLast() const;

    // What happened to leases: leases.cpp
    void renewals();                  ///< each holder's own lease, or that of the whole lock, which only a single holder can have changed
    void lease(const Holder *holder); ///< of the whole lock; null: nobody knows who changed it
    void leaseOfNobody();             ///< whether it was renewed or changed hands, the value does not say
    void moved(ServerTime was, ServerTime is, const Holder *holder);
    void renewed(const Holder &holder, std::string why, bool shared);
    bool passedOn();
    bool ownWrites();
    bool othersCameOrWent(bool orCounts) const; ///< or one of those who stayed counts its holds otherwise
    bool isOneChange() const;
    std::string orAgain() const;
    std::pair<Deadline, Deadline> deadlines() const; ///< those of the TTL, or those in the value, if the lock lapses by these
    bool movedLater() const;
    void mark(LockEvent &event) const;

    const LockSnapshot *const m_before;
    const LockSnapshot *const m_after;
    const LockId &m_id;
    const ServerTime m_at;
    const KeyHistory &m_history;
    const ObservationInterval &m_heard;
    const std::optional<RecordChange> m_record; ///< if something was and is there
    std::vector<LockEvent> m_events;            ///< that have been found so far
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

bool repeats(const LockMatch &match);       ///< the same text can be another holding
bool isPermitCount(const LockMatch &match); ///< the number of a semaphore's permits: nobody's, and some may be taken or none
std::string permitsOf(const LockMatch &match);
bool mayOnlyTry(const LockMatch &match);            ///< those who join: many semaphores that people write add themselves before they count
bool lapsesByValue(const LockSnapshot &snapshot);   ///< the value says that the lock is over before its TTL, or it has none
std::string spanOf(ServerTime from, ServerTime to); ///< between two deadlines

} // namespace lockcore

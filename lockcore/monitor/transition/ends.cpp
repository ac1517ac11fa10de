// SPDX-License-Identifier: MIT
// How holdings end: released, ended without evidence, expired, deleted early, or freed by us.
#include "lockcore/monitor/transition/events.h"

#include <algorithm>

namespace lockcore {

void EventFinder::gone(bool taken)
{
    const auto &match = m_before->match;
    if (match.holderCount() == 0 && !namesNobody(match))
        return; // nobody held it
    if (isPermitCount(match) && !isReleasedByUs()) {
        addBefore(EventType::OutOfSight, nullptr, "the count of " + permitsOf(match) + " is gone; whether some were taken is not known");
        return;
    }
    forEachHolder(*m_before, [&](const Holder *holder) {
        if (holder && wasLapsed(*holder))
            return;
        auto &event = endOf(holder, taken);
        event.coalesced = event.coalesced || taken;
    });
    if (!taken && isDeletedEarly(nullptr) && !knowsItsLast() && mayBeHeldYet())
        deletedEarly(nullptr);
}

LockEvent &EventFinder::endOf(const Holder *holder, bool taken)
{
    if (isFreed(holder))
        return addBefore(EventType::ForceReleased, holder, "we released it");
    const auto expiry = expiryOf(holder);
    if (m_heard.announced && expiry != Expiry::Proven) {
        if (!m_heard.perhapsOf.empty())
            return unclear(holder, expiry, "a release was announced, perhaps " + std::string(m_heard.perhapsOf));
        return knowsItsLast()
                   ? released(holder, expiry, "its release was announced")
                   : unclear(holder, expiry, "the release of its last holder was announced; this one may have left it, or expired, before");
    }
    if (isOver(holder))
        return expired(holder, expiry);
    if (otherData() || m_heard.unheard)
        return lostSight(holder);
    if (m_givenUp)
        return released(holder, expiry, "what the key holds now says that nobody has it");
    if (!taken && isDeletedEarly(holder) && knowsItsLast())
        return deletedEarly(holder);
    if (taken && m_before->match.wakesByPop)
        return ended(holder, expiry, "another owner has it, and its library wakes the next one when it releases");
    if (const auto why = whyUnclear(taken); !why.empty())
        return unclear(holder, expiry, std::string(why));
    auto why = std::string("gone before the deadline that was seen last; no evidence of who did it");
    // A lease can be shortened to a moment and end unseen, so only the last seen deadline is known.
    if (!m_before->look.deadline && !ownDeadline(holder))
        why = "gone, and it had no deadline when it was seen last; no evidence of who did it";
    if (holder && m_before->match.holders.size() == 1 && holder->count > 1)
        why += ", the hold count last seen was " + std::to_string(holder->count);
    return ended(holder, expiry, std::move(why));
}

// Why the end may not have been a release. Empty: nothing suggests another end.
std::string_view EventFinder::whyUnclear(bool taken) const
{
    if (mayHaveBegunThen())
        return "gone, and the time in its value was over: it had lapsed, unless that is when it was taken";
    if (m_heard.announcedNearby)
        return "a release was announced at about that time, perhaps its own";
    if (wouldAnnounce() && !taken)
        return "gone before its deadline, and no announcement was heard; it was deleted or evicted, or its lease was shortened and ran out";
    return m_before->match.scores == Scores::Times ? "gone; or the time that it may hold was over, and another client removed it" : "";
}

LockEvent &EventFinder::left(const Holder &holder)
{
    if (isFreed(&holder))
        return addBefore(EventType::ForceReleased, &holder, "we released it");
    const auto expiry = expiryOf(&holder);
    if (expiry == Expiry::Proven || expiry == Expiry::Perhaps)
        return expired(&holder, expiry);
    const auto &match = m_before->match;
    if (match.scores == Scores::Times || (match.lastWriterSetsDeadline && !holder.deadline))
        return unclear(&holder, expiry, "it left the holders; or the time that it may hold was over, and another client removed it");
    if (mayOnlyTry(match))
        return unclear(&holder, expiry, "it left the holders; or had only tried to join them");
    return match.lastWriterSetsDeadline ? ended(&holder, expiry, "it left the holders; or a client with a shorter lease removed it")
                                        : released(&holder, expiry, "it left the holders");
}

LockEvent &EventFinder::expired(const Holder *holder, Expiry expiry)
{
    std::string why = lapsesByValue(*m_before) ? "the deadline in its value had passed"
                      : ownDeadline(holder)    ? "this holder's own deadline had passed"
                                               : "its deadline had passed";
    if (expiry == Expiry::Perhaps)
        why += "; or it ended shortly before";
    auto &event = addBefore(EventType::Expired, holder, std::move(why));
    event.coalesced = event.coalesced || expiry == Expiry::Perhaps;
    return event;
}

LockEvent &EventFinder::released(const Holder *holder, Expiry expiry, std::string why)
{
    return endedEarly(EventType::Released, holder, expiry, std::move(why));
}

LockEvent &EventFinder::ended(const Holder *holder, Expiry expiry, std::string why)
{
    return endedEarly(EventType::Ended, holder, expiry, std::move(why));
}

// If the deadline has passed since, a message that came before it may also have had another cause.
LockEvent &EventFinder::endedEarly(EventType type, const Holder *holder, Expiry expiry, std::string why)
{
    auto &event = addBefore(type, holder, std::move(why));
    // A lease that was shortened to a moment may have expired. Without messages, Lockscope cannot see that.
    event.coalesced = event.coalesced || m_heard.unprompted || expiry != Expiry::No || (m_heard.heardAfter && !m_heard.announced);
    return event;
}

LockEvent &EventFinder::unclear(const Holder *holder, Expiry expiry, std::string why)
{
    auto &event = ended(holder, expiry, std::move(why));
    event.coalesced = true;
    return event;
}

LockEvent &EventFinder::deletedEarly(const Holder *holder)
{
    const auto &deadline = m_before->look.deadline;
    return addBefore(EventType::DeletedEarly, holder,
                     "gone before its deadline, without the release announcement that its library makes"
                         + (deadline ? " (" + spanOf(m_at, *deadline) + " were left)" : std::string(" (it had none)")));
}

// The lock is gone, but perhaps nobody has released it.
LockEvent &EventFinder::lostSight(const Holder *holder)
{
    return addBefore(
        EventType::OutOfSight, holder,
        m_history.beforeFailover
            ? "missing after the failover: the new primary has no such lock; it was not replicated, or it ended just before"
        : m_history.beforeRestart
            ? "another server process answers at this address since: restarted or replaced without this lock, or the lock was released since"
        : m_history.beforeExchange
            ? "the data may have been exchanged (SWAPDB, a full synchronisation or a promotion), and this lock is not there"
            : "gone without a message from the server: the databases were swapped, or a message was lost");
}

// A holder whose time is longer than the lock's ends with the lock. The value may also show that the whole lock lapses before its TTL, or
// without one.
std::optional<ServerTime> EventFinder::ownDeadline(const Holder *holder) const
{
    const auto &whole = m_before->look.deadline;
    if (lapsesByValue(*m_before))
        return m_before->match.lapses;
    if (!holder || !holder->deadline || (whole && *holder->deadline > *whole))
        return std::nullopt;
    return holder->deadline;
}

EventFinder::Expiry EventFinder::expiryOf(const Holder *holder) const
{
    const auto own = ownDeadline(holder); // libraries treat it as over at once
    const auto deadline = own ? own : m_before->look.deadline;
    if (!deadline || !(own ? *deadline <= m_at : isPast(*deadline)))
        return Expiry::No;
    if (m_heard.heard && *m_heard.heard <= *deadline && *m_heard.heard > m_before->look.at)
        return Expiry::Unlikely;
    const bool untilThen = m_heard.quiet && *m_heard.quiet > *deadline;
    return untilThen || stillThere(holder) ? Expiry::Proven : Expiry::Perhaps;
}

bool EventFinder::isOver(const Holder *holder) const
{
    const auto expiry = expiryOf(holder);
    return (expiry == Expiry::Proven || expiry == Expiry::Perhaps) && !mayHaveBegunThen();
}

bool EventFinder::mayHaveBegunThen() const
{
    const auto &match = m_before->match;
    return match.kind == LockKind::Timestamp && match.lapses && !match.scores && !m_before->look.deadline && *match.lapses <= m_at;
}

bool EventFinder::stillThere(const Holder *holder) const
{
    if (!holder || !holder->deadline || !m_after)
        return false;
    const auto same = [&](const Value &was, const Value &is) {
        const auto *then = was.find(holder->owner);
        const auto *now = is.find(holder->owner);
        return then && now && *then == *now;
    };
    return same(m_before->look.value, m_after->look.value) || std::ranges::any_of(m_before->look.companions, [&](const auto &companion) {
               const auto is = m_after->look.companions.find(companion.first);
               return is != m_after->look.companions.end() && same(companion.second, is->second);
           });
}

// Whether a holder may still hold it, whose own lease is not over.
bool EventFinder::mayBeHeldYet() const
{
    const auto &match = m_before->match;
    return match.holders.empty() || match.moreHolders > 0
           || std::ranges::any_of(match.holders, [this](const Holder &holder) { return expiryOf(&holder) == Expiry::No; });
}

// A fair lock announces a release only if somebody waits.
bool EventFinder::wouldAnnounce() const { return m_heard.announces && m_before->match.kind != LockKind::FairLock; }

// Neither released nor expired. Even if the lease was shortened since, the server would have counted the expiry.
bool EventFinder::isDeletedEarly(const Holder *holder) const
{
    return wouldAnnounce() && !m_heard.announced && !m_heard.announcedNearby && m_heard.removedByNobody && !m_heard.heardAfter
           && !m_heard.outrun && !otherData() && expiryOf(holder) == Expiry::No;
}

// Only the last holder to leave announces the release. Another one may have left earlier, and a reader may have been followed by another
// one.
bool EventFinder::knowsItsLast() const
{
    const auto &match = m_before->match;
    return match.holders.empty() || isExclusive(match) || (hasOneHolder(match) && !m_heard.several);
}

} // namespace lockcore

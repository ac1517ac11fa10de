// SPDX-License-Identifier: MIT
// What happened while owners stayed: renewed or changed leases, and locks that were released and acquired again.
#include "lockcore/monitor/transition/events.h"

#include <algorithm>
#include <span>

namespace lockcore {

std::string spanOf(ServerTime from, ServerTime to)
{
    const auto time = std::to_string(std::chrono::floor<Milliseconds>(to - from).count()) + " ms";
    return isLatest(to) ? "at least " + time : time;
}

// The same owner may have lost and regained the lock: between two polls, while others came and went, or by a change whose message came
// after the look.
void EventFinder::mark(LockEvent &event) const
{
    const bool more = m_heard.announced || m_heard.heardAfter || othersCameOrWent(false);
    event.coalesced = event.coalesced || m_heard.unprompted || (more && repeats(m_after->match)); // number of renewals unknown
}

bool EventFinder::othersCameOrWent(bool orCounts) const
{
    const auto &was = m_before->match;
    const auto &is = m_after->match;
    return was.holders.size() != is.holders.size() || std::ranges::any_of(is.holders, [&](const Holder &holder) {
               const auto *then = holderLike(was, holder);
               return !then || (orCounts && then->count != holder.count);
           });
}

bool EventFinder::isOneChange() const { return !m_heard.several && !m_heard.heardAfter && !m_heard.outrun && !m_heard.unprompted; }

std::pair<Deadline, Deadline> EventFinder::deadlines() const
{
    if (lapsesByValue(*m_before) && lapsesByValue(*m_after))
        return {m_before->match.lapses, m_after->match.lapses};
    return {m_before->look.deadline, m_after->look.deadline};
}

bool EventFinder::movedLater() const
{
    const auto [was, is] = deadlines();
    return was && is && *is > *was + deadlineNoise;
}

void EventFinder::renewals()
{
    const auto &was = m_before->match;
    const auto &is = m_after->match;
    if (is.lastWriterSetsDeadline) {
        ownWrites();
        return;
    }
    // A holder that writes the time of its permit again still has the permit.
    if (passedOn() || (was.scores == Scores::Times && is.scores == Scores::Times && ownWrites()))
        return;
    if (holdsLeases(is)) {
        for (const auto &holder : is.holders) {
            const auto *then = holderLike(was, holder);
            if (then && then->deadline && holder.deadline && !wasLapsed(*then) && !isLapsed(holder, m_at))
                moved(*then->deadline, *holder.deadline, &holder);
        }
        return;
    }
    if (is.holders.size() == 1 && was.holders.size() == 1 && holderLike(was, is.holders.front()))
        lease(isExclusive(is) || isOneChange() ? &is.holders.front() : nullptr); // a reader may have come and gone
    else if (!othersCameOrWent(true))                                            // otherwise that explains it
        lease(nullptr);
}

// The same owner began at another time: it went from hand to hand, perhaps more than once. That explains any other deadline.
bool EventFinder::passedOn()
{
    const auto count = m_events.size();
    for (const auto &holder : m_after->match.holders) {
        const auto *was = m_after->match.datesHoldings ? holderLike(m_before->match, holder) : nullptr;
        if (!was || was->facts == holder.facts)
            continue;
        left(*was).coalesced = true;
        addAfter(EventType::Acquired, &holder, "the same owner, with another start time").coalesced = true;
    }
    return m_events.size() > count;
}

// A change of the holder's own element shows a renewal, even if its deadline is unknown.
bool EventFinder::ownWrites()
{
    const auto count = m_events.size();
    for (const auto &holder : m_after->match.holders) {
        const auto *was = holderLike(m_before->match, holder);
        if (!was || wasLapsed(*was) || !isWrittenSince(m_before->look.value, m_after->look.value, holder.owner))
            continue;
        if (was->deadline && holder.deadline)
            moved(*was->deadline, *holder.deadline, &holder);
        else
            renewed(holder, "the same owner, written again", false);
    }
    return m_events.size() > count;
}

void EventFinder::lease(const Holder *holder)
{
    const auto [was, is] = deadlines();
    if (was && is)
        moved(*was, *is, holder);
    else if (is)
        mark(addAfter(EventType::LeaseSet, holder, "it had no deadline before" + orAgain()));
    else if (was)
        mark(addAfter(EventType::LeaseRemoved, holder, "it no longer has a deadline: only a release ends it" + orAgain()));
}

void EventFinder::moved(ServerTime was, ServerTime is, const Holder *holder)
{
    if (is < was - deadlineNoise)
        mark(addAfter(EventType::LeaseShortened, holder, "its deadline is " + spanOf(is, was) + " earlier than before" + orAgain()));
    if (is <= was + deadlineNoise)
        return;
    if (holder)
        renewed(*holder, "the same owner, its deadline " + spanOf(was, is) + " later", !isExclusive(m_after->match) && !holder->deadline);
    else
        mark(addAfter(EventType::Renewed, nullptr,
                      "the deadline of the whole lock is " + spanOf(was, is) + " later; which of its holders did it is not known"));
}

// `shared`: another reader may have come and gone instead.
void EventFinder::renewed(const Holder &holder, std::string why, bool shared)
{
    const bool announced = m_heard.announced || m_heard.announcedNearby;
    auto &event = addAfter(EventType::Renewed, &holder,
                           why + orAgain() + (shared ? "; or another reader came and went" : "")
                               + (announced ? "; a release was announced at about that time" : ""));
    const bool more = announced || othersCameOrWent(true) || expiryOf(holderLike(m_before->match, holder)) == Expiry::Perhaps;
    event.coalesced = event.coalesced || shared || (repeats(m_after->match) && more);
    mark(event);
}

std::string EventFinder::orAgain() const
{
    const auto scope = m_after->match.ownerScope;
    const bool mayBeAnother = repeats(m_after->match) && scope != OwnerScope::Nobody;
    return !mayBeAnother ? std::string()
                         : std::string("; or released and acquired again, perhaps after others: ")
                               + (scope == OwnerScope::Unknown ? "this owner's text may be the same each time"
                                                               : "this owner's text is the same each time");
}

void EventFinder::leaseOfNobody()
{
    const auto *holder = firstHolder(m_after->match);
    if (!movedLater()) {
        const auto told = m_events.size();
        lease(holder);
        for (auto &event : std::span(m_events).subspan(told)) {
            event.why += "; the value does not show whether it changed hands";
            event.coalesced = true;
        }
        return;
    }
    const auto [was, is] = deadlines();
    addAfter(EventType::LeaseSet, holder,
             "its deadline is " + spanOf(*was, *is) + " later; the value does not show whether it was renewed or changed hands"
                 + (isPast(*was) ? ", or expired and was acquired again" : ""))
        .coalesced = true;
}

} // namespace lockcore

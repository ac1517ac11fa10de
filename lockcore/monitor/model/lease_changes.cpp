// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lease_changes.h"

#include "lockcore/monitor/model/kept_leases.h"

#include <algorithm>
#include <span>

namespace lockcore::rules {

namespace {

std::string_view textIs(OwnerScope scope)
{
    switch (scope) {
    case OwnerScope::Constant: return "this owner's text is always the same";
    case OwnerScope::Object: return "this owner's text is drawn once for each lock object";
    default: return "it is not known whether this owner's text is drawn for each acquisition";
    }
}

// Between two deadlines.
std::string shownTime(ServerTime earlier, ServerTime later)
{
    const auto time = std::to_string(std::chrono::duration_cast<Milliseconds>(later - earlier).count()) + " ms";
    return isLatest(later) ? "at least " + time : time;
}

} // namespace

void LeaseChanges::mark(LockEvent &event) const
{
    const bool more = m_evidence.announced || m_evidence.heardAfter || othersCameOrWent();
    event.coalesced = event.coalesced || m_evidence.unprompted || (more && repeats(m_after->finding)); // nobody counted: several renewals
}

bool LeaseChanges::othersCameOrWent() const
{
    const auto isIn = [](const Finding &finding) { return [&](const Holder &holder) { return holderLike(finding, holder) != nullptr; }; };
    return !std::ranges::all_of(m_after->finding.holders, isIn(m_before->finding))
           || !std::ranges::all_of(m_before->finding.holders, isIn(m_after->finding));
}

bool LeaseChanges::cameOrWent() const
{
    const auto &was = m_before->finding;
    const auto &is = m_after->finding;
    const auto changed = [&](const Holder &holder) {
        const auto *then = holderLike(was, holder);
        return !then || then->count != holder.count;
    };
    return was.holders.size() != is.holders.size() || std::ranges::any_of(is.holders, changed);
}

bool LeaseChanges::isOneChange() const
{
    return !m_evidence.several && !m_evidence.heardAfter && !m_evidence.outrun && !m_evidence.unprompted;
}

void LeaseChanges::renewals()
{
    const auto &is = m_after->finding.holders;
    if (m_after->finding.lastWriterSetsDeadline) {
        ownWrites();
        return;
    }
    if (passedOn() || refreshed())
        return;
    const bool own = std::ranges::any_of(is, [](const Holder &holder) { return holder.deadline.has_value(); });
    for (const auto &holder : is) {
        const auto *was = holderLike(m_before->finding, holder);
        if (own && was && was->deadline && holder.deadline && !wasLapsed(*was) && !isLapsed(holder, m_at))
            moved(*was->deadline, *holder.deadline, &holder);
    }
    if (own)
        return;
    if (is.size() == 1 && m_before->finding.holders.size() == 1 && holderBefore(is.front()))
        lease(isExclusive(m_after->finding) || isOneChange() ? &is.front() : nullptr); // a reader may have come and gone
    else if (!cameOrWent())                                                            // otherwise that explains it
        lease(nullptr);
}

// The same owner began at another time, or has another token: it went from hand to hand, perhaps more than once. That explains any other
// deadline.
bool LeaseChanges::passedOn()
{
    const auto count = m_events.size();
    const bool another = m_evidence.anotherToken && isExclusive(m_after->finding);
    for (const auto &holder : m_after->finding.holders) {
        const auto *was = m_after->finding.datesHoldings || another ? holderBefore(holder) : nullptr;
        if (!was || (!another && was->facts == holder.facts))
            continue;
        auto &left = m_departures.leftHolder(*was);
        left.coalesced = true;
        if (another)
            left.why = "its token is another one now: it was released and acquired again, or the token was exchanged";
        add(EventType::Acquired, *m_after, &holder,
            another ? "the same owner, but with another token" : "the same owner, but it says that it began at another time")
            .coalesced = true;
    }
    return m_events.size() > count;
}

// Who writes the time at which it holds a permit once more, holds it still.
bool LeaseChanges::refreshed()
{
    const auto count = m_events.size();
    if (m_before->finding.scores == Scores::Times && m_after->finding.scores == Scores::Times)
        ownWrites();
    return m_events.size() > count;
}

// A holder's own element shows its renewal, even where its deadline is not known.
void LeaseChanges::ownWrites()
{
    for (const auto &holder : m_after->finding.holders) {
        const auto *was = holderLike(m_before->finding, holder);
        if (!was || wasLapsed(*was) || !isWrittenSince(m_before->look.value, m_after->look.value, holder.owner))
            continue;
        if (was->deadline && holder.deadline)
            moved(*was->deadline, *holder.deadline, &holder);
        else
            renewed(holder, "the same owner, written again", false);
    }
}

void LeaseChanges::lease(const Holder *holder)
{
    const auto [was, is] = deadlines();
    if (was && is)
        moved(*was, *is, holder);
    else if (is)
        mark(add(EventType::LeaseSet, *m_after, holder, "it had no deadline before" + orAgain()));
    else if (was)
        mark(add(EventType::LeaseRemoved, *m_after, holder, "it no longer has a deadline: only a release ends it" + orAgain()));
}

void LeaseChanges::moved(ServerTime was, ServerTime is, const Holder *holder)
{
    if (is > was + deadlineNoise)
        renewed(shownTime(was, is), holder);
    else if (is < was - deadlineNoise)
        mark(
            add(EventType::LeaseShortened, *m_after, holder, "its deadline is " + shownTime(is, was) + " earlier than before" + orAgain()));
}

void LeaseChanges::renewed(const std::string &by, const Holder *holder)
{
    if (!holder) {
        mark(add(EventType::Renewed, *m_after, nullptr,
                 "the deadline of the whole lock is " + by + " later; which of its holders did it is not known"));
        return;
    }
    const bool shared = !isExclusive(m_after->finding) && !holder->deadline;
    renewed(*holder, "the same owner, its deadline " + by + " later", shared);
}

// The same text may be that of another holding.
std::string LeaseChanges::orAgain() const
{
    const auto &finding = m_after->finding;
    if (!repeats(finding) || namesNobody(finding))
        return {};
    return "; or released and acquired again, perhaps after others: " + std::string(textIs(finding.ownerScope));
}

void LeaseChanges::renewed(const Holder &holder, std::string why, bool shared)
{
    why += orAgain();
    if (shared)
        why += "; or another reader came and went";
    if (m_evidence.announced)
        why += "; a release was announced in between";
    else if (m_evidence.announcedNearby)
        why += "; a release was announced at about that time";
    auto &event = add(EventType::Renewed, *m_after, &holder, std::move(why));
    const bool more = m_evidence.announced || m_evidence.announcedNearby || cameOrWent()
                      || m_departures.expiryOf(holderBefore(holder)) == Expiry::Perhaps;
    event.coalesced = event.coalesced || shared || (repeats(m_after->finding) && more);
    mark(event);
}

void LeaseChanges::leaseOfNobody()
{
    const auto *holder = m_after->finding.holders.empty() ? nullptr : &m_after->finding.holders.front();
    const auto both = deadlines();
    if (!both.movedLater()) {
        const auto told = m_events.size();
        lease(holder);
        for (auto &event : std::span(m_events).subspan(told)) {
            event.why += "; the value does not say whether it changed hands";
            event.coalesced = true;
        }
        return;
    }
    std::string why =
        "its deadline is " + shownTime(*both.was, *both.is) + " later; the value does not say whether it was renewed or changed hands";
    if (isPast(*both.was))
        why += ", or expired and was acquired again";
    add(EventType::LeaseSet, *m_after, holder, std::move(why)).coalesced = true;
}

} // namespace lockcore::rules

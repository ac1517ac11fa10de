// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/departures.h"

#include <algorithm>

namespace lockcore::rules {

namespace {

bool isOver(Expiry expiry) { return expiry == Expiry::Proven || expiry == Expiry::Perhaps; }

} // namespace

// Whoever has more time than the whole lock ends with it. The value may say that all of it lapses before its TTL, or without one.
std::optional<ServerTime> Departures::ownDeadline(const Holder *holder) const
{
    const auto &whole = m_before->look.deadline;
    if (lapsesByValue(*m_before))
        return m_before->finding.lapses;
    if (!holder || !holder->deadline || (whole && *holder->deadline > *whole))
        return std::nullopt;
    return holder->deadline;
}

Expiry Departures::expiryOf(const Holder *holder) const
{
    const auto own = ownDeadline(holder); // libraries count it as over at once
    const auto deadline = own ? own : m_before->look.deadline;
    if (!deadline || !(own ? *deadline <= m_at : isPast(*deadline)))
        return Expiry::No;
    if (m_evidence.heard && *m_evidence.heard <= *deadline && *m_evidence.heard > m_before->look.at)
        return Expiry::Unlikely;
    const bool untilThen = m_evidence.quiet && *m_evidence.quiet > *deadline;
    return untilThen || stillThere(holder) ? Expiry::Proven : Expiry::Perhaps;
}

bool Departures::isOver(const Holder *holder) const { return rules::isOver(expiryOf(holder)) && !mayHaveBegunThen(); }

bool Departures::mayHaveBegunThen() const
{
    const auto &finding = m_before->finding;
    return finding.kind == LockKind::Timestamp && finding.lapses && !finding.scores && !m_before->look.deadline && *finding.lapses <= m_at;
}

bool Departures::stillThere(const Holder *holder) const
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

void Departures::gone(bool coalesced)
{
    if (m_before->finding.holderCount() == 0 && !namesNobody(m_before->finding))
        return; // nobody held it
    if (isPermitCount(m_before->finding) && !m_evidence.releasedByUs) {
        add(EventType::OutOfSight, *m_before, nullptr,
            "the count of " + permitsOf(m_before->finding) + " is gone; whether some were taken is not known");
        return;
    }
    forEach(*m_before, [&](const Holder *holder) {
        if (holder && wasLapsed(*holder))
            return;
        auto &event = ended(holder, coalesced);
        event.coalesced = event.coalesced || coalesced;
    });
    if (!coalesced && isDeletedEarly(nullptr) && !knowsItsLast() && mayBeHeldYet())
        deletedEarly(nullptr);
}

// Some of its holders may have leases of their own that are over.
bool Departures::mayBeHeldYet() const
{
    const auto &finding = m_before->finding;
    return finding.holders.empty() || finding.moreHolders > 0
           || std::ranges::any_of(finding.holders, [this](const Holder &holder) { return expiryOf(&holder) == Expiry::No; });
}

LockEvent &Departures::ended(const Holder *holder, bool coalesced)
{
    const auto &before = *m_before;
    if (m_evidence.releasedByUs || isFreed(holder))
        return add(EventType::ForceReleased, before, holder, "we released it");
    const auto expiry = expiryOf(holder);
    if (m_evidence.announced && !m_evidence.perhapsOf.empty() && expiry != Expiry::Proven)
        return unclear(holder, expiry, "a release was announced, perhaps " + std::string(m_evidence.perhapsOf));
    if (m_evidence.announced && expiry != Expiry::Proven)
        return knowsItsLast()
                   ? released(holder, expiry, "its release was announced")
                   : unclear(holder, expiry, "the release of its last holder was announced; this one may have left it, or expired, before");
    if (isOver(holder))
        return expired(holder, expiry);
    if (otherData() || m_evidence.unheard)
        return lostSight(holder);
    if (mayHaveBegunThen())
        return unclear(holder, expiry, "gone, and the time in its value was over: it had lapsed, unless that is when it was taken");
    if (m_evidence.announcedNearby)
        return unclear(holder, expiry, "a release was announced at about that time, perhaps its own");
    if (isDeletedEarly(holder) && !coalesced)
        return knowsItsLast() ? deletedEarly(holder)
                              : unclear(holder, expiry, "the lock was deleted before its deadline; this holder may have left it before");
    if (coalesced && wakesByPop())
        return released(holder, expiry, "another owner has it, and its library wakes the next one when it releases");
    if (wouldAnnounce() && !coalesced)
        return unclear(
            holder, expiry,
            "gone before its deadline, and no announcement was heard; it was deleted or evicted, or its lease was shortened and ran out");
    if (before.finding.scores == Scores::Times)
        return unclear(holder, expiry, "gone; or the time that it may hold was over, and another client removed it");
    // A lease can be shortened to a moment and run out unseen, so only the deadline that was seen is known.
    const auto *when = before.look.deadline || ownDeadline(holder) ? "gone before the deadline that was seen last"
                                                                   : "gone, and it had no deadline when it was seen last";
    return released(holder, expiry, std::string(when) + "; no evidence of who did it" + lastCount(holder));
}

// If the deadline has passed meanwhile, what was heard before may also have been something else.
LockEvent &Departures::released(const Holder *holder, Expiry expiry, std::string why)
{
    auto &event = add(EventType::Released, *m_before, holder, std::move(why));
    // If its lease was shortened to a moment, it may have expired since. Where nobody tells of changes, that goes unseen.
    event.coalesced = event.coalesced || m_evidence.unprompted || expiry != Expiry::No || (m_evidence.heardAfter && !m_evidence.announced);
    return event;
}

// A fair lock announces a release only if somebody waits.
bool Departures::wouldAnnounce() const { return m_evidence.announces && m_before->finding.kind != LockKind::FairLock; }

// Neither released nor expired, although its lease may have been shortened since: the server would have counted that.
bool Departures::isDeletedEarly(const Holder *holder) const
{
    return wouldAnnounce() && !m_evidence.announced && !m_evidence.announcedNearby && m_evidence.removedByNobody && !m_evidence.heardAfter
           && !m_evidence.outrun && !otherData() && expiryOf(holder) == Expiry::No;
}

// Only the last one to leave announces it. Some of several may have left before, and a reader may have made room for another one.
bool Departures::knowsItsLast() const
{
    const auto &finding = m_before->finding;
    const bool alone = finding.holders.size() == 1 && finding.moreHolders == 0 && !m_evidence.several;
    return alone || finding.holders.empty() || isExclusive(finding);
}

LockEvent &Departures::deletedEarly(const Holder *holder)
{
    return add(EventType::DeletedEarly, *m_before, holder,
               "gone before its deadline, without the release announcement that its library makes" + left());
}

// Nobody need have released it.
LockEvent &Departures::lostSight(const Holder *holder)
{
    if (m_evidence.restarted)
        return add(
            EventType::OutOfSight, *m_before, holder,
            "another server process answers at this address since: restarted or replaced without this lock, or the lock was released since");
    if (m_evidence.exchanged)
        return add(EventType::OutOfSight, *m_before, holder,
                   "the data may have been exchanged (SWAPDB, a full synchronisation or a promotion), and this lock is not there");
    return add(EventType::OutOfSight, *m_before, holder,
               "gone without a message from the server: the databases were swapped, or a message was lost");
}

LockEvent &Departures::unclear(const Holder *holder, Expiry expiry, std::string why)
{
    auto &event = released(holder, expiry, std::move(why));
    event.coalesced = true;
    return event;
}

LockEvent &Departures::expired(const Holder *holder, Expiry expiry)
{
    std::string why = lapsesByValue(*m_before) ? "the deadline in its value had passed"
                      : ownDeadline(holder)    ? "this holder's own deadline had passed"
                                               : "its deadline had passed";
    if (expiry == Expiry::Perhaps)
        why += "; or it ended shortly before";
    auto &event = add(EventType::Expired, *m_before, holder, std::move(why));
    event.coalesced = event.coalesced || expiry == Expiry::Perhaps;
    return event;
}

LockEvent &Departures::leftHolder(const Holder &holder)
{
    if (isFreed(&holder))
        return add(EventType::ForceReleased, *m_before, &holder, "we released it");
    const auto expiry = expiryOf(&holder);
    if (rules::isOver(expiry))
        return expired(&holder, expiry);
    if (m_before->finding.scores == Scores::Times)
        return unclear(&holder, expiry, "it left the holders; or the time that it may hold was over, and another client removed it");
    if (mayOnlyTry(m_before->finding))
        return unclear(&holder, expiry, "it left the holders; or had only tried to join them");
    if (!m_before->finding.lastWriterSetsDeadline)
        return released(&holder, expiry, "it left the holders");
    if (holder.deadline)
        return released(&holder, expiry, "it left the holders; or a client with a shorter lease removed it");
    return unclear(&holder, expiry, "it left the holders; or its lease, which is not known, was over, and another client removed it");
}

std::string Departures::left() const
{
    const auto left = timeLeft(m_before->look.deadline, m_at);
    if (left && isLatest(*m_before->look.deadline))
        return " (at least " + std::to_string(left->count()) + " ms were left)";
    return left ? " (" + std::to_string(left->count()) + " ms were left)" : " (it had none)";
}

std::string Departures::lastCount(const Holder *holder) const
{
    if (!holder || m_before->finding.holders.size() != 1 || holder->count <= 1)
        return {};
    return ", the hold count last seen was " + std::to_string(holder->count);
}

} // namespace lockcore::rules

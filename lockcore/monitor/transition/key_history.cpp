// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/key_history.h"

#include "lockcore/monitor/model/lease_meant.h"

#include <algorithm>

namespace lockcore {

namespace {

// A single one may come from a release by some Lockscope, which wakes the waiters even if the library itself announces nothing.
constexpr int provenAnnouncements = 2;

// Drops the oldest. (A deque needs half a kilobyte even when it is empty.)
template <class T>
void pushBounded(std::vector<T> &ring, T value)
{
    constexpr std::size_t most = 8;
    if (ring.size() >= most)
        ring.erase(ring.begin());
    ring.push_back(std::move(value));
}

bool isAnotherHolding(const LockSnapshot &before, const LockSnapshot &after, const std::vector<LockEvent> &events)
{
    const auto isSingle = [](const LockMatch &match) {
        const auto *holder = firstHolder(match);
        return !holder ? match.moreHolders == 0 : hasOneHolder(match) && (!holder->owner.empty() || holder->count <= 1);
    };
    const bool single = isSingle(before.match) && isSingle(after.match); // if several are only counted, the others stay
    return has(events, EventType::ForceReleased) || !isSameHolding(before, after) || (single && has(events, EventType::Acquired));
}

void noteLease(LockInfo &info, Milliseconds left, std::optional<Milliseconds> usual, const std::vector<LockEvent> &events, bool unprompted)
{
    constexpr auto lateLook = std::chrono::seconds(1); // a look may be this late after the change that it finds
    const bool begins = has(events, EventType::Acquired) || has(events, EventType::Resurrected) || has(events, EventType::TakenOver);
    if (has(events, EventType::Seen) || (unprompted && begins)) { // its age is unknown, so the default lease says more
        info.leaseKnowledge = usual && left <= *usual ? LeaseKnowledge::Usual : LeaseKnowledge::AtLeast;
        info.lease = usual && left <= *usual ? *usual : left;
        return;
    }
    if (has(events, EventType::Renewed) && !unprompted && info.leaseKnowledge != LeaseKnowledge::AsSet) {
        const bool asUsual =
            info.leaseKnowledge == LeaseKnowledge::Usual && info.lease && left <= *info.lease && *info.lease - left <= lateLook;
        if (!asUsual)
            info.lease = left;
        info.leaseKnowledge = LeaseKnowledge::AsSet;
    }
    const auto measured = info.leaseKnowledge == LeaseKnowledge::AsSet ? leaseMeant(left) : left;
    info.lease = std::max(info.lease.value_or(measured), measured);
}

} // namespace

std::optional<LockSnapshot> KeyHistory::snapshot() const
{
    if (!last)
        return std::nullopt;
    LockSnapshot snapshot;
    auto &[look, match] = snapshot;
    look.id = info.id;
    look.at = last->at;
    look.value = last->value;
    look.deadline = info.deadline;
    look.companions = last->companions;
    static_cast<Recognition &>(match) = info;
    static_cast<Traits &>(match) = last->traits;
    match.waiters = info.waiters;
    return snapshot;
}

void KeyHistory::keep(LockSnapshot snapshot)
{
    auto &[look, match] = snapshot;
    std::erase_if(look.companions, [](const auto &companion) { return !companion.second.exists(); });
    if (match.waiters.knowledge == Waiters::Knowledge::Exact)
        match.waitChannels = {};
    last = {look.at, std::move(look.value), std::move(look.companions), static_cast<Traits &&>(match)};
}

void KeyHistory::addTo(RecognitionContext &around) const
{
    around.renewalSeen = info.renewals.count > 0;
    around.contentionSeen = info.waiters.any();
    around.handedOver = past->released.prove();
    around.scores = past->scores;
}

bool KeyHistory::hadOwner(const Bytes &owner) const { return std::ranges::find(past->owners, owner) != past->owners.end(); }

bool KeyHistory::announces() const
{
    return last && !wasFair && past->announced >= provenAnnouncements && past->announcedBy == last->traits.format;
}

std::optional<Milliseconds> KeyHistory::leaseBefore() const
{
    return leaseSeen && leaseSeen->type == last->value.type ? std::optional(leaseSeen->lease) : std::nullopt;
}

void KeyHistory::dataIsOther(bool KeyHistory::*because)
{
    this->*because = last.has_value();
    if (past->lastFree) {
        past.own().lastFree.reset();
        past.own().unlisted = !last; // whatever is found under the name may have been held for long
    }
    if (!past->owners.empty()) {
        past.own().owners.clear();
        past.own().released = {};
    }
}

void KeyHistory::clockJumped(Microseconds by)
{
    const auto move = [by](std::optional<ServerTime> &time) {
        if (time)
            *time += by;
    };
    info.heldSince += by;
    info.heldSinceObserved = info.heldSinceObserved && by < Microseconds(0);
    move(info.renewals.last);
    move(info.noLeaseSince);
    if (past->lastFree || past->takenOverAt) {
        move(past.own().lastFree);
        move(past.own().takenOverAt);
    }
}

void KeyHistory::noteAnnouncement(const std::vector<LockEvent> &events, bool announced)
{
    const auto *format = last->traits.format;
    if (announced) {
        auto &own = past.own();
        own.announced = own.announcedBy == format ? own.announced + 1 : 1;
        own.announcedBy = format;
    } else if (has(events, {EventType::Released, EventType::Ended}) && past->announced > 0 && past->announced < provenAnnouncements) {
        past.own().announced = 0;
    }
}

void KeyHistory::noteGone(const LockSnapshot *after)
{
    if (after && areTooMany(*after)) // the gone ones may be among the many
        return;
    for (const auto &holder : info.holders) {
        const bool stays = after && std::ranges::find(after->match.holders, holder.owner, &Holder::owner) != after->match.holders.end();
        if (!stays && !hadOwner(holder.owner))
            pushBounded(past.own().owners, holder.owner);
    }
}

void KeyHistory::begin(ServerTime at, bool observed)
{
    info.heldSince = at;
    info.heldSinceObserved = observed;
    info.renewals = {};
    info.lease.reset();
    info.leaseKnowledge = LeaseKnowledge::AsSet;
    info.waiters = {};
    info.noLeaseSince.reset();
    forgetPeriods();
}

void KeyHistory::forgetPeriods()
{
    if (!past->periods.empty())
        past.own().periods.clear();
}

// The usual time between renewals is the median of the last ones.
void KeyHistory::countRenewal(ServerTime at)
{
    auto &renewals = info.renewals;
    const auto before = std::exchange(renewals.last, at);
    ++renewals.count;
    renewals.period.reset();
    if (info.holders.size() > 1) { // each holder renews its own lease
        forgetPeriods();
        return;
    }
    if (before)
        pushBounded(past.own().periods, std::chrono::duration_cast<Milliseconds>(at - *before));
    auto sorted = past->periods;
    if (sorted.empty())
        return;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    renewals.period = *middle;
}

void KeyHistory::noteHandOvers(ServerTime at, const std::optional<Classified> &classified)
{
    if (last)
        return;
    if (past->released.isLongAgo(at))
        past.own().released = {};
    if (classified && classified->surroundings.handedOver)
        past.own().released = {ReleasedTokens::enough, at}; // seen by the sweep before the name was followed
}

void KeyHistory::noteStillFree(ServerTime at)
{
    beforeCut = false;
    past.own().unlisted = false;
    past.own().lastFree = at;
}

void KeyHistory::noteUnrecognised()
{
    beforeCut = false;
    past.own().unlisted = true;
    past.own().lastFree.reset();
}

void KeyHistory::notePast(const std::vector<LockEvent> &events, ServerTime at, const LockSnapshot *after, bool announced)
{
    if (!last)
        return;
    wasFair = wasFair || info.kind == LockKind::FairLock;
    noteAnnouncement(events, announced);
    const bool early =
        (!info.deadline || *info.deadline > at) && has(events, {EventType::Released, EventType::Ended, EventType::DeletedEarly});
    if (!after && early && info.holders.size() == 1 && !hadOwner(info.holders.front().owner))
        past.own().released.add(at);
    const bool mayBeHeld = has(events, EventType::OutOfSight) || isOfOtherData();
    if (!mayBeHeld && last->traits.ownerScope != OwnerScope::Nobody)
        noteGone(after);
}

void KeyHistory::noteLock(const LockSnapshot *before, LockSnapshot after, const std::vector<LockEvent> &events, bool unprompted)
{
    const auto &[look, found] = after;
    beforeRestart = beforeFailover = beforeExchange = beforeCut = false;
    if (past->unlisted)
        past.own().unlisted = false;
    const bool seen = has(events, EventType::Seen); // it existed already; its start is unknown
    if (!before || seen || isAnotherHolding(*before, after, events))
        begin(look.at, !seen);
    if (has(events, EventType::TakenOver))
        past.own().takenOverAt = look.at;

    info.id = look.id;
    static_cast<Recognition &>(info) = found;
    info.structure = structureText(look.value);
    info.deadline = look.deadline;
    if (found.waiters.knowledge == Waiters::Knowledge::Exact || found.waitChannels.empty())
        info.waiters = found.waiters;
    if (has(events, EventType::Renewed) && !has(events, EventType::Reentered) && !has(events, EventType::PartlyReleased))
        countRenewal(look.at);
    info.noLeaseSince = look.deadline ? std::nullopt : std::optional(info.noLeaseSince.value_or(look.at));
    if (look.deadline) {
        noteLease(info, std::chrono::ceil<Milliseconds>(*look.deadline - look.at), found.usualLease, events, unprompted);
        leaseSeen = {look.value.type, *info.lease};
    }
    keep(std::move(after));
}

// It is not known how long the old server process, or the old data, contained the lock after the last look.
MonitorChange::Gone KeyHistory::noteEnd(ServerTime at, EventType how)
{
    const bool otherData = isOfOtherData();
    const auto until = otherData ? std::optional(last->at) : std::nullopt;
    info.heldSinceObserved = info.heldSinceObserved && !otherData;
    last.reset();
    beforeRestart = beforeFailover = beforeExchange = beforeCut = false;
    past.own().lastFree = at;
    past.own().takenOverAt.reset();
    return {info, how, until};
}

} // namespace lockcore

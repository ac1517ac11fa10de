// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/events.h"

#include <algorithm>

namespace lockcore {

namespace {

std::string step(std::int64_t from, std::int64_t to) { return std::to_string(from) + " -> " + std::to_string(to); }

// Whether such a number may count the holders: for an unknown library it may count taken permits instead of free ones.
bool mayCountTaken(const LockMatch &match) { return match.library == unknownLibrary; }

} // namespace

bool repeats(const LockMatch &match) { return match.ownerScope != OwnerScope::Acquisition; }

bool isPermitCount(const LockMatch &match) { return match.kind == LockKind::Semaphore && namesNobody(match) && match.holderCount() == 0; }

std::string permitsOf(const LockMatch &match) { return mayCountTaken(match) ? "permits, taken or free," : "free permits"; }

bool mayOnlyTry(const LockMatch &match) { return match.library == unknownLibrary && match.kind == LockKind::Semaphore; }

bool lapsesByValue(const LockSnapshot &snapshot)
{
    const auto &[look, match] = snapshot;
    if (!match.lapses)
        return false;
    constexpr std::chrono::seconds second(1);
    const bool rounded = match.lapses->time_since_epoch() % second == Microseconds(0); // a time in whole seconds may belong to the TTL
    return !holdsLeases(match) && (!look.deadline || *match.lapses + (rounded ? second : second * 0) < *look.deadline);
}

EventFinder::EventFinder(const LockSnapshot *before, const LockSnapshot *after, const LockId &id, ServerTime at, const KeyHistory &history,
                         const ObservationInterval &heard, bool givenUp)
    : m_before(before)
    , m_after(after)
    , m_id(id)
    , m_at(at)
    , m_history(history)
    , m_heard(heard)
    , m_givenUp(givenUp)
    , m_record(before && after ? std::optional<RecordChange>(std::in_place, before->look.value, after->look.value) : std::nullopt)
{ }

std::vector<LockEvent> EventFinder::events() &&
{
    if (!m_before)
        appeared();
    else if (!m_after)
        gone(false);
    else if (isReleasedByUs())
        anotherHolding();
    else if (!otherData() && isCounter(*m_before, *m_after))
        leaseOfNobody();
    else if (otherData() && !isSameDeadline(m_before->look.deadline, m_after->look.deadline) && isSameHolding(*m_before, *m_after))
        foundInOtherData();
    else if (isCompleted())
        completed();
    else if (handedOver())
        anotherHolding();
    else if (!areListed())
        lease(nullptr);
    else
        sameHolding();
    return std::move(m_events);
}

LockEvent &EventFinder::add(EventType type, const LockSnapshot &of, const Holder *holder, std::string why)
{
    LockEvent event;
    event.time = m_at;
    event.type = type;
    event.id = m_id;
    event.library = of.match.library;
    event.kind = of.match.kind;
    event.confidence = of.match.confidence;
    event.count = holder ? holder->count : of.match.holderCount();
    if (holder)
        event.owner = holder->owner;
    if (&of == m_after)
        event.ttl = timeLeft(holder && holder->deadline ? holder->deadline : of.look.deadline, m_at);
    if (m_before)
        event.notBefore = m_before->look.at;
    event.why = std::move(why);
    event.coalesced = m_heard.outrun || m_heard.several;
    if (m_heard.outrun)
        event.why += "; it changed faster than it could be read, so there may have been more changes";
    m_events.push_back(std::move(event));
    return m_events.back();
}

bool EventFinder::isReleasedByUs() const { return m_history.isSinceOurs(m_at) && m_history.past->freedByUs.empty(); }

bool EventFinder::isFreed(const Holder *holder) const
{
    const auto &freed = m_history.past->freedByUs;
    return isReleasedByUs() || (holder && m_history.isSinceOurs(m_at) && std::ranges::find(freed, holder->owner) != freed.end());
}

// A regular acquisition cannot bring this owner back: its token had disappeared, or Lockscope has released its lock.
bool EventFinder::isReturned(const Holder *holder) const
{
    const bool mayReturn = !namesNobody(m_after->match) && (!repeats(m_after->match) || m_history.afterOurRelease);
    return holder && mayReturn && m_history.hadOwner(holder->owner);
}

bool EventFinder::isPast(ServerTime deadline) const { return std::chrono::floor<Milliseconds>(m_at) > deadline; }

bool EventFinder::wasLapsed(const Holder &holder) const { return isLapsed(holder, m_before->look.at); }

void EventFinder::appeared()
{
    // A semaphore whose permits are all free has not been acquired.
    if (m_after->match.holderCount() == 0 && !namesNobody(m_after->match))
        return;
    if (isPermitCount(m_after->match)) {
        addAfter(EventType::Seen, nullptr, "a count of " + permitsOf(m_after->match) + " exists; it is not known whether some are taken");
        return;
    }
    forEachHolder(*m_after, [&](const Holder *holder) {
        if (isReturned(holder))
            resurrected(holder);
        else if (m_heard.firstSweep)
            addAfter(EventType::Seen, holder,
                     m_heard.withSlot   ? "its slot has come from another node of the cluster, and it may have come with it"
                     : m_heard.passedBy ? "it may have been there before, out of sight or not recognised as a lock"
                                        : "it was there when Lockscope first looked");
        else if (m_heard.unheard)
            addAfter(EventType::Seen, holder, "there without a message from the server: the databases were swapped, or a message was lost");
        else if (!holder || !isLapsed(*holder, m_at))
            addAfter(EventType::Acquired, holder,
                     m_history.past->lastFree ? "it was free at the previous look" : "first seen since the last sweep began");
        else
            return;
        auto &event = m_events.back();
        event.notBefore = m_heard.firstSweep ? std::nullopt : m_heard.lastFree;
        event.coalesced = event.coalesced || (m_heard.unprompted && !m_heard.firstSweep); // others may have held it in between
    });
}

LockEvent &EventFinder::resurrected(const Holder *holder)
{
    return addAfter(EventType::Resurrected, holder,
                    m_history.afterOurRelease || isReleasedByUs() ? "the owner whose lock Lockscope released is back"
                                                                  : "this token is generated for each acquisition, and it had disappeared");
}

void EventFinder::foundInOtherData()
{
    forEachHolder(*m_after, [&](const Holder *holder) {
        addAfter(EventType::Seen, holder,
                 std::string(m_history.beforeFailover  ? "another primary was promoted"
                             : m_history.beforeRestart ? "the server was restarted or replaced"
                                                       : "the data may have been exchanged")
                     + "; whether it kept this holding or it was acquired again is not known");
    });
}

// A record whose fields are written one by one: each look may know its owner better. With a new deadline it may be another holding.
bool EventFinder::isCompleted() const
{
    constexpr std::chrono::milliseconds atOnce(100);
    const auto &was = m_before->look.deadline;
    const auto &is = m_after->look.deadline;
    const auto isNamedWithin = [&](const LockMatch &match) {
        return hasOneHolder(match) && !m_after->look.value.find(match.holders.front().owner);
    };
    return (!was || (is && std::chrono::abs(*is - *was) <= atOnce)) && otherHolders() && !namesNobody(m_before->match)
           && m_before->match.format == m_after->match.format && isNamedWithin(m_before->match) && isNamedWithin(m_after->match)
           && m_record->isOnlyMore();
}

void EventFinder::completed()
{
    const auto &holder = m_after->match.holders.front();
    lease(&holder);
    if (ownerOf(m_before->match) != holder.owner)
        addAfter(EventType::Seen, &holder, "fields were added; the owner is now in another field").coalesced = true;
}

// Whether the lock as a whole has ended in between. Semaphores and read locks are shared: their holders come and go one by one.
bool EventFinder::handedOver() const
{
    const auto &was = m_before->match;
    const auto &is = m_after->match;
    if (!isSameHolding(*m_before, *m_after))
        return isExclusive(was) || isExclusive(is) || namesNobody(is) || namesNobody(was) || otherData();
    if (was.holders.empty() || !repeats(is) || !movedLater())
        return false;
    const bool announced = m_heard.announced && m_heard.perhapsOf.empty() && was.holders.size() == 1 && is.holders.size() == 1
                           && (is.kind == LockKind::Lock || is.kind == LockKind::FairLock);
    return announced || (!was.holders.front().deadline && expiryOf(&was.holders.front()) == Expiry::Proven);
}

void EventFinder::anotherHolding()
{
    const auto *first = firstHolder(m_before->match);
    const bool ended = isFreed(first) || changesMode() || m_heard.announced || m_heard.announcedNearby || m_before->match.wakesByPop
                       || otherData() || isOver(first);
    if (ended)
        gone(true);
    const auto doubt = ended ? std::string_view() : whyItNeedNotBeAnother();
    forEachHolder(*m_after, [&](const Holder *holder) {
        const bool stays = isReleasedByUs() && holder && holderLike(m_before->match, *holder);
        auto &event =
            !doubt.empty()                ? addAfter(EventType::Seen, holder, std::string(doubt))
            : isReturned(holder) || stays ? resurrected(holder)
            : ended                       ? nextHolder(holder)
                    : addAfter(EventType::TakenOver, holder, "another owner than at the previous look; nothing shows how it changed hands");
        event.coalesced = true; // an observer cannot exclude that the lock was free for a moment
    });
}

// Why it may be the same holding. Empty: it is another one.
std::string_view EventFinder::whyItNeedNotBeAnother() const
{
    if (otherHolders() && m_record->isOnlyLess())
        return "fields were removed; the owner is now in another field, and nothing new was written";
    if (mayBeCounter(*m_before, *m_after))
        return "another number: it was counted, or another process or thread has the lock";
    // The new value may come from a new holder, or from the current one.
    return namesNobody(m_before->match) || namesNobody(m_after->match)
               ? "the value changed; it does not show whether the lock changed hands"
               : "";
}

LockEvent &EventFinder::nextHolder(const Holder *holder)
{
    const bool again = namesNobody(m_after->match) || (holder && holderLike(m_before->match, *holder));
    if (otherData())
        return addAfter(EventType::Seen, holder, "another owner has it there; it is not known since when");
    return addAfter(EventType::Acquired, holder,
                    changesMode() ? "it is in another mode than before"
                    : again       ? "it was there again at the next look"
                                  : "another owner had it at the next look");
}

// For holders without names: readers must leave before a writer comes, and the writer before readers come; or one holder has changed its
// mode.
bool EventFinder::changesMode() const
{
    const auto modeOf = [](const LockMatch &match) {
        return match.kind != LockKind::RwLock ? std::nullopt
               : !match.holders.empty()       ? std::optional(match.holders.front().mode)
               : match.moreHolders > 0        ? std::optional(Mode::Read)
                                              : std::nullopt;
    };
    const auto was = modeOf(m_before->match);
    const auto is = modeOf(m_after->match);
    const bool areNamed = !ownerOf(m_before->match).empty() && !ownerOf(m_after->match).empty();
    return !areNamed && was && is && *was != *is && !otherData()
           && std::ranges::none_of(m_after->match.holders, [&](const Holder &holder) { return isReturned(&holder); });
}

// Of very many holders, each look may read different ones.
bool EventFinder::areListed() const
{
    const auto isWhole = [](const LockSnapshot &snapshot) { return snapshot.match.moreHolders == 0 || snapshot.look.value.whole(); };
    const bool counted = areTooMany(*m_before) || areTooMany(*m_after);
    return isWhole(*m_before) && isWhole(*m_after) && !(counted && isSameHolding(*m_before, *m_after));
}

void EventFinder::sameHolding()
{
    const auto told = m_events.size();
    const auto *holder = firstHolder(m_after->match);
    const auto &was = m_before->match;
    const auto &is = m_after->match;
    if (namesNobody(is) || rewritten(was, is)) {
        leaseOfNobody();
        permits();
        if (m_events.size() == told && rewritten(was, is))
            addAfter(EventType::Seen, holder, "written again: renewed by its holder, or taken by another one").coalesced = true;
    } else {
        sameOwners();
    }
    if (m_events.size() > told)
        return;
    if (was.lapses && !is.lapses && !m_after->look.deadline)
        addAfter(EventType::Seen, holder, "the value no longer contains a deadline: it was given up, or never lapses").coalesced = true;
}

void EventFinder::sameOwners()
{
    const auto &before = m_before->match;
    const auto &after = m_after->match;
    renewals();
    if (before.moreHolders != after.moreHolders)
        unnamedCounted(nullptr, before.moreHolders, after.moreHolders);
    for (const auto &was : before.holders) {
        const auto *is = holderLike(after, was);
        if (wasLapsed(was))
            continue;
        if (const auto *other = inAnotherMode(before, after, was))
            changedMode(was, *other);
        else if (!is && was.mode == Mode::Read && after.moreHolders > 0)
            addBefore(EventType::OutOfSight, &was, "it is no longer named; it may be one of those who are only counted");
        else if (!is)
            left(was);
        else if (isLapsed(*is, m_at))
            expired(&was, stillThere(&was) ? Expiry::Proven : Expiry::Perhaps);
        else if (was.owner.empty() && is->mode == Mode::Read && is->count != was.count)
            unnamedCounted(is, was.count, is->count);
        else if (is->count != was.count)
            mark(addAfter(is->count > was.count ? EventType::Reentered : EventType::PartlyReleased, is,
                          "hold count " + step(was.count, is->count)));
    }
    for (const auto &is : after.holders) {
        const auto *was = holderLike(before, is);
        if ((was && !wasLapsed(*was)) || isLapsed(is, m_at) || inAnotherMode(after, before, is))
            continue;
        if (isReturned(&is))
            resurrected(&is);
        else if (before.holderCount() == 0 || was)
            addAfter(EventType::Acquired, &is, "nobody held it at the previous look");
        else
            joined(is);
    }
}

void EventFinder::joined(const Holder &holder)
{
    auto &event = addAfter(EventType::Acquired, &holder, "it joined the holders");
    if (!mayOnlyTry(m_after->match))
        return;
    event.why += "; or it tries to, and leaves again if there are too many";
    event.coalesced = true;
}

// A writer has become a reader, or a reader a writer; it may have held the lock all the time.
void EventFinder::changedMode(const Holder &was, const Holder &is)
{
    if (isOver(&was))
        left(was);
    else
        addBefore(EventType::Released, &was, "the same owner has it in another mode now; it may have held it all the time");
    m_events.back().coalesced = true;
    addAfter(EventType::Acquired, &is, "the same owner had it in another mode before").coalesced = true;
}

// Readers that the lock only counts. `holder`: the entry for all of them, if there is one.
void EventFinder::unnamedCounted(const Holder *holder, std::int64_t was, std::int64_t is)
{
    auto &event = addAfter(is > was ? EventType::Acquired : EventType::Released, holder, "readers " + step(was, is));
    event.count = std::abs(is - was);
    mark(event); // readers may have come and gone in equal numbers
}

// A counter names no holder. Fewer free permits mean that some were acquired.
void EventFinder::permits()
{
    const auto &match = m_after->match;
    const bool latch = match.kind == LockKind::Latch;
    const auto was = parseInteger(m_before->look.value.text);
    const auto is = parseInteger(m_after->look.value.text);
    if ((!latch && match.kind != LockKind::Semaphore) || !was || !is || *was == *is)
        return;
    const bool fewer = *is < *was;
    if (mayCountTaken(match))
        addAfter(EventType::Seen, nullptr, "its count " + step(*was, *is) + ": permits were taken or given back, and it does not say which")
            .coalesced = true;
    else if (latch)
        addAfter(fewer ? EventType::PartlyReleased : EventType::Reentered, nullptr, "count " + step(*was, *is));
    else
        addAfter(fewer ? EventType::Acquired : EventType::Released, nullptr,
                 "free permits " + step(*was, *is) + "; or another number is offered now");
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/event_rules.h"

#include "lockcore/monitor/model/lease_changes.h"

#include <algorithm>

namespace lockcore {

namespace rules {

namespace {

bool isSmall(const Value &number)
{
    constexpr std::int64_t most = 1000;
    const auto value = parseInteger(number.text);
    return value && *value >= 0 && *value <= most;
}

bool contains(const std::vector<Bytes> &owners, const Bytes &owner) { return std::ranges::find(owners, owner) != owners.end(); }

bool areNumbers(const Snapshot &before, const Snapshot &after)
{
    return before.finding.kind == LockKind::Anonymous && after.finding.kind == LockKind::Anonymous;
}

// Counted up or down, while a lock that changes hands gets another deadline. Small numbers are counted with a new TTL each time, too; a large one may
// then be another process.
bool isCounter(const Snapshot &before, const Snapshot &after)
{
    const auto &was = before.look;
    const auto &is = after.look;
    const bool counted = countsUp(was.value, is.value) || countsUp(is.value, was.value);
    if (!areNumbers(before, after) || !counted || !is.deadline)
        return false;
    return was.deadline == is.deadline || (isSmall(was.value) && isSmall(is.value) && (!was.deadline || *was.deadline < *is.deadline));
}

// Nothing shows whether this is a counter or the next process of a container.
bool mayBeCounter(const Snapshot &before, const Snapshot &after)
{
    return areNumbers(before, after) && isSmall(before.look.value) && isSmall(after.look.value);
}

// By the one who wrote it before, so it need not be another holding.
bool rewritten(const Snapshot &before, const Snapshot &after)
{
    const auto &who = before.finding.rewriter;
    return !who.empty() && who == after.finding.rewriter && before.finding.holders != after.finding.holders;
}

// Who came, stayed, and handed over.
class HolderRules final : private ChangeRules
{
public:
    explicit HolderRules(const Change &change)
        : ChangeRules(change)
        , m_departures(change)
        , m_leases(change, m_departures)
    { }

    void run()
    {
        if (!m_before)
            appeared();
        else if (!m_after)
            m_departures.gone(false);
        else if (m_evidence.releasedByUs)
            afterOurRelease();
        else if (!otherData() && isCounter(*m_before, *m_after))
            m_leases.leaseOfNobody();
        else if (otherData() && !sameDeadline() && isSameHolding(*m_before, *m_after))
            foundInOtherData();
        else if (isCompleted())
            completed();
        else if (handedOver())
            anotherHolding();
        else if (!listed())
            m_leases.lease(nullptr);
        else
            sameHolding();
    }

private:
    // Which ones of a great many holders were read may differ from look to look.
    bool listed() const
    {
        const auto isWhole = [](const Snapshot &snapshot) { return snapshot.finding.moreHolders == 0 || snapshot.look.value.whole(); };
        const bool counted = areTooMany(*m_before) || areTooMany(*m_after);
        return isWhole(*m_before) && isWhole(*m_after) && !(counted && isSameHolding(*m_before, *m_after));
    }

    // A record whose fields are written one after the other: each look may know its owner better. With a new deadline it may be another holding.
    bool isCompleted() const
    {
        constexpr std::chrono::milliseconds atOnce(100);
        const auto &before = m_before->look.deadline;
        const auto &after = m_after->look.deadline;
        if (before && !(after && std::chrono::abs(*after - *before) <= atOnce))
            return false;
        const auto &is = m_after->look.value;
        const auto isAlone = [&](const Finding &finding) {
            return finding.holders.size() == 1 && finding.moreHolders == 0 && !is.find(finding.holders.front().owner);
        };
        return m_evidence.onlyMore && !namesNobody(m_before->finding) && m_before->finding.format == m_after->finding.format
               && isAlone(m_before->finding) && isAlone(m_after->finding);
    }

    void completed()
    {
        const auto &holder = m_after->finding.holders.front();
        m_leases.lease(&holder);
        if (m_before->finding.holders.front().owner != holder.owner)
            add(EventType::Seen, *m_after, &holder, "fields were added, and it names its owner otherwise now; what was there is as it was")
                .coalesced = true;
    }

    bool isReturned(const Holder *holder) const { return holder && contains(m_evidence.returned, holder->owner); }

    void appeared()
    {
        // A semaphore all of whose permits are free has not been acquired.
        if (m_after->finding.holderCount() == 0 && !namesNobody(m_after->finding))
            return;
        if (isPermitCount(m_after->finding)) {
            add(EventType::Seen, *m_after, nullptr,
                "a count of " + permitsOf(m_after->finding) + " is there; whether some are taken is not known");
            return;
        }
        forEach(*m_after, [&](const Holder *holder) {
            if (isReturned(holder))
                resurrected(holder);
            else if (m_evidence.firstSweep)
                add(EventType::Seen, *m_after, holder,
                    m_evidence.withSlot   ? "its slot has come from another node of the cluster, and it may have come with it"
                    : m_evidence.passedBy ? "it may have been there before, out of sight or not recognised as a lock"
                                          : "it was there when Lockscope first looked");
            else if (m_evidence.unheard)
                add(EventType::Seen, *m_after, holder,
                    "there without a message from the server: the databases were swapped, or a message was lost");
            else if (!holder || !isLapsed(*holder, m_at))
                add(EventType::Acquired, *m_after, holder,
                    m_evidence.seenFree ? "it was free at the previous look" : "first seen since the last sweep began");
            else
                return;
            m_events.back().notBefore = m_evidence.firstSweep ? std::nullopt : m_evidence.lastFree;
            m_events.back().coalesced = m_events.back().coalesced || (m_evidence.unprompted && !m_evidence.firstSweep); // others in between
        });
    }

    LockEvent &resurrected(const Holder *holder)
    {
        return add(EventType::Resurrected, *m_after, holder,
                   m_evidence.afterOurRelease || m_evidence.releasedByUs
                       ? "the owner whose lock Lockscope released is back"
                       : "this token is drawn for each acquisition, and it had disappeared");
    }

    void foundInOtherData()
    {
        forEach(*m_after, [&](const Holder *holder) {
            add(EventType::Seen, *m_after, holder,
                std::string(m_evidence.restarted ? "the server was restarted or replaced" : "the data may have been exchanged")
                    + "; whether it kept this holding or it was acquired again is not known");
        });
    }

    void afterOurRelease()
    {
        m_departures.gone(true);
        forEach(*m_after, [&](const Holder *holder) {
            const bool same = holder && (holderLike(m_before->finding, *holder) || isReturned(holder));
            auto &event = same ? resurrected(holder) : acquiredInstead(holder);
            event.coalesced = true;
        });
    }

    LockEvent &acquiredInstead(const Holder *holder)
    {
        if (otherData())
            return add(EventType::Seen, *m_after, holder,
                       namesNobody(m_after->finding) ? "the value there is another one; whose it is, and since when, is not known"
                                                     : "another owner has it there; since when is not known");
        const bool again = holder && holderLike(m_before->finding, *holder);
        return add(EventType::Acquired, *m_after, holder,
                   namesNobody(m_after->finding) ? "it was there again at the next look; whose it is, it does not say"
                   : again                       ? "it had it again at the next look"
                                                 : "another owner had it at the next look");
    }

    // Has the lock as a whole ended in between? Semaphores and read locks are shared: there holders come and go one by one.
    bool handedOver() const
    {
        const auto &was = m_before->finding;
        const auto &is = m_after->finding;
        if (!isSameHolding(*m_before, *m_after))
            return isExclusive(was) || isExclusive(is) || namesNobody(is) || namesNobody(was) || otherData();
        if (was.holders.empty() || !repeats(is) || !deadlines().movedLater())
            return false;
        const auto &first = was.holders.front();
        const bool announced = m_evidence.announced && m_evidence.perhapsOf.empty() && was.holders.size() == 1 && is.holders.size() == 1
                               && (is.kind == LockKind::Lock || is.kind == LockKind::FairLock);
        return announced || (!first.deadline && m_departures.expiryOf(&first) == Expiry::Proven);
    }

    void anotherHolding()
    {
        const auto *first = m_before->finding.holders.empty() ? nullptr : &m_before->finding.holders.front();
        const bool otherMode = changesMode();
        if (otherMode || m_evidence.announced || m_evidence.announcedNearby || isFreed(first) || wakesByPop() || otherData()
            || m_departures.isOver(first)) {
            m_departures.gone(true);
            forEach(*m_after, [&](const Holder *holder) {
                auto &event = isReturned(holder) ? resurrected(holder) : otherMode ? acquiredInOtherMode(holder) : acquiredInstead(holder);
                event.coalesced = true;
            });
            return;
        }
        const bool counted = mayBeCounter(*m_before, *m_after);
        if (counted || m_evidence.onlyLess || isWrittenByAnyone()) {
            forEach(*m_after, [&](const Holder *holder) {
                add(EventType::Seen, *m_after, holder,
                    m_evidence.onlyLess
                        ? "fields were taken away, and what is left names its owner otherwise; nobody has written anything new"
                    : counted ? "another number: it was counted, or another process or thread has the lock"
                    : namesNobody(m_after->finding) || (holder && holder->owner.empty())
                        ? "the value changed; it does not say who wrote it, nor whether the lock changed hands"
                        : "it names an owner now, and named none before; whether it changed hands is not known")
                    .coalesced = true;
            });
            return;
        }
        // Nothing that can be seen from outside excludes that it was free for a moment.
        forEach(*m_after, [&](const Holder *holder) {
            auto &event = isReturned(holder) ? resurrected(holder) : takenOver(holder);
            event.coalesced = true;
        });
    }

    LockEvent &acquiredInOtherMode(const Holder *holder)
    {
        return add(EventType::Acquired, *m_after, holder,
                   !holder || holder->mode == Mode::Read ? "it is read where it was written" : "it is written where it was read");
    }

    // Of those who are not named: readers must have left before one writes, or the writer before they read; or one has changed its own mode.
    bool changesMode() const
    {
        const auto isNamed = [](const Finding &finding) { return !finding.holders.empty() && !finding.holders.front().owner.empty(); };
        if (isNamed(m_before->finding) && isNamed(m_after->finding))
            return false;
        const auto modeOf = [](const Finding &finding) {
            return finding.kind != LockKind::RwLock ? std::nullopt
                   : !finding.holders.empty()       ? std::optional(finding.holders.front().mode)
                   : finding.moreHolders > 0        ? std::optional(Mode::Read)
                                                    : std::nullopt;
        };
        const auto was = modeOf(m_before->finding);
        const auto is = modeOf(m_after->finding);
        return was && is && *was != *is && m_evidence.returned.empty() && !otherData();
    }

    // By whoever has taken it, or by the one who has it.
    bool isWrittenByAnyone() const { return namesNobody(m_before->finding) || namesNobody(m_after->finding); }

    LockEvent &takenOver(const Holder *holder)
    {
        return add(EventType::TakenOver, *m_after, holder, "another owner than at the previous look; nothing shows how it changed hands");
    }

    void sameHolding()
    {
        const auto told = m_events.size();
        const auto *holder = m_after->finding.holders.empty() ? nullptr : &m_after->finding.holders.front();
        if (!m_before->finding.mayBeOver && m_after->finding.mayBeOver) {
            add(EventType::Seen, *m_after, holder, m_after->finding.why.front()).coalesced = true;
            return;
        }
        if (m_before->finding.mayBeOver && !m_after->finding.mayBeOver) {
            add(EventType::Acquired, *m_after, holder, "its value said before that it may be over").coalesced = true;
            return;
        }
        sameOwners();
        if (m_events.size() > told)
            return;
        if (m_evidence.anotherTime)
            add(EventType::Seen, *m_after, holder,
                "the same owner, but its time of locking, its process or its thread is another one: it was renewed, or acquired again")
                .coalesced = true;
        else if (m_before->finding.lapses && !m_after->finding.lapses && !m_after->look.deadline)
            add(EventType::Seen, *m_after, holder, "the value no longer says when it lapses: it was given up, or never lapses").coalesced =
                true;
    }

    void sameOwners()
    {
        const auto told = m_events.size();
        if (namesNobody(m_after->finding) || rewritten(*m_before, *m_after)) {
            m_leases.leaseOfNobody();
            permits();
            if (m_events.size() == told && rewritten(*m_before, *m_after))
                add(EventType::Seen, *m_after, &m_after->finding.holders.front(),
                    "written again: whoever has it renewed it, or another one took it")
                    .coalesced = true;
            return;
        }
        m_leases.renewals();
        if (m_before->finding.moreHolders != m_after->finding.moreHolders)
            unnamedCounted(nullptr, m_before->finding.moreHolders, m_after->finding.moreHolders);
        for (const auto &was : m_before->finding.holders) {
            const auto *is = holderLike(m_after->finding, was);
            if (wasLapsed(was))
                continue;
            if (const auto *other = inAnotherMode(m_before->finding, m_after->finding, was))
                changedMode(was, *other);
            else if (!is && was.mode == Mode::Read && m_after->finding.moreHolders > 0)
                add(EventType::OutOfSight, *m_before, &was, "it is no longer named; it may be one of those who are only counted");
            else if (!is)
                m_departures.leftHolder(was);
            else if (isLapsed(*is, m_at))
                m_departures.expired(&was, m_departures.stillThere(&was) ? Expiry::Proven : Expiry::Perhaps);
            else if (was.owner.empty() && is->mode == Mode::Read && is->count != was.count)
                unnamedCounted(is, was.count, is->count);
            else if (is->count != was.count)
                m_leases.mark(add(is->count > was.count ? EventType::Reentered : EventType::PartlyReleased, *m_after, is,
                                  "hold count " + change(was.count, is->count)));
        }
        for (const auto &is : m_after->finding.holders) {
            const auto *was = holderLike(m_before->finding, is);
            if ((was && !wasLapsed(*was)) || isLapsed(is, m_at) || inAnotherMode(m_after->finding, m_before->finding, is))
                continue;
            if (isReturned(&is))
                resurrected(&is);
            else if (m_before->finding.holderCount() == 0 || was)
                add(EventType::Acquired, *m_after, &is, "nobody held it at the previous look");
            else
                joined(is);
        }
    }

    void joined(const Holder &holder)
    {
        const bool mayOnlyTry = rules::mayOnlyTry(m_after->finding);
        auto &event =
            add(EventType::Acquired, *m_after, &holder,
                mayOnlyTry ? "it joined the holders; or it tries to, and leaves again if there are too many" : "it joined the holders");
        event.coalesced = event.coalesced || mayOnlyTry;
    }

    // A writer has become a reader, or the other way round; it may have held the lock all the time.
    void changedMode(const Holder &was, const Holder &is)
    {
        if (m_departures.isOver(&was))
            m_departures.leftHolder(was);
        else
            add(EventType::Released, *m_before, &was, "the same owner has it " + as(is.mode) + " now; it may have held it all the time");
        m_events.back().coalesced = true;
        add(EventType::Acquired, *m_after, &is, "the same owner had it " + as(was.mode) + " before").coalesced = true;
    }

    static std::string as(Mode mode) { return mode == Mode::Read ? "as a reader" : mode == Mode::Write ? "as a writer" : "without a mode"; }

    // Readers of whom the lock only says how many there are. `holder`: if it counts them as one.
    void unnamedCounted(const Holder *holder, std::int64_t was, std::int64_t is)
    {
        auto &event = add(is > was ? EventType::Acquired : EventType::Released, *m_after, holder, "readers " + change(was, is));
        event.count = std::abs(is - was);
        m_leases.mark(event); // as many may have come as have gone
    }

    // A counter names no holder. Fewer free permits mean that some were acquired.
    void permits()
    {
        const auto &finding = m_after->finding;
        const bool latch = finding.kind == LockKind::Latch;
        const auto was = parseInteger(m_before->look.value.text);
        const auto is = parseInteger(m_after->look.value.text);
        if ((!latch && finding.kind != LockKind::Semaphore) || !was || !is || *was == *is)
            return;
        const bool fewer = *is < *was;
        if (mayCountTaken(finding))
            add(EventType::Seen, *m_after, nullptr,
                "its count " + change(*was, *is) + ": permits were taken or given back, and it does not say which")
                .coalesced = true;
        else if (latch)
            add(fewer ? EventType::PartlyReleased : EventType::Reentered, *m_after, nullptr, "count " + change(*was, *is));
        else
            add(fewer ? EventType::Acquired : EventType::Released, *m_after, nullptr,
                "free permits " + change(*was, *is) + (fewer ? "; or fewer are offered now" : "; or more are offered now"));
    }

    static std::string change(std::int64_t from, std::int64_t to) { return std::to_string(from) + " -> " + std::to_string(to); }

    Departures m_departures;
    LeaseChanges m_leases;
};

} // namespace

} // namespace rules

bool areTooMany(const Snapshot &snapshot)
{
    return snapshot.look.value.type != ValueType::String && snapshot.finding.moreHolders > Value::mostHolders;
}

bool isLapsed(const Holder &holder, ServerTime at) { return holder.deadline && *holder.deadline <= at; }

bool holdsAllOf(const Value &now, const Value &before)
{
    return std::ranges::all_of(before.elements, [&](const auto &element) {
        const auto *still = now.find(element.first);
        return still && *still == element.second;
    });
}

bool countsUp(const Value &before, const Value &after)
{
    constexpr std::uint64_t mostSteps = 100; // between two looks
    const auto was = parseInteger(before.text);
    const auto is = parseInteger(after.text);
    return was && is && *is > *was
           && static_cast<std::uint64_t>(*is) - static_cast<std::uint64_t>(*was) <= mostSteps; // a server sends any number
}

bool isSameHolding(const Snapshot &before, const Snapshot &after)
{
    const auto &was = before.finding;
    const auto &is = after.finding;
    if (before.look.value.type != after.look.value.type)
        return false;
    if (rules::isCounter(before, after))
        return true;
    if (is.ownerScope == OwnerScope::Nobody && is.holders.size() <= 1)
        return before.look.value == after.look.value
               || (was.library == is.library && (is.kind == LockKind::Semaphore || is.kind == LockKind::Latch));
    const auto mayBeThese = [](const Finding &finding) { // who are counted at the other look; so many have no write lock
        return finding.kind != LockKind::RwLock
               || std::ranges::all_of(finding.holders, [](const Holder &holder) { return holder.mode == Mode::Read; });
    };
    if (was.kind == is.kind && (areTooMany(before) || areTooMany(after)) && mayBeThese(was) && mayBeThese(is))
        return true;
    const bool oneIsNamed = was.holders.empty() != is.holders.empty();
    if (oneIsNamed && was.kind == LockKind::RwLock && was.moreHolders > 0 && is.moreHolders > 0)
        return true; // readers who are only counted stay, whoever writes beside them
    if (was.holders.empty() || is.holders.empty())
        return was.holders.empty() && is.holders.empty();
    if (rules::rewritten(before, after))
        return true;
    return std::ranges::any_of(
        was.holders, [&](const Holder &holder) { return rules::holderLike(is, holder) || rules::inAnotherMode(was, is, holder); });
}

std::vector<LockEvent> eventsBetween(const Snapshot *before, const Snapshot *after, const LockId &id, ServerTime at,
                                     const Evidence &evidence)
{
    std::vector<LockEvent> events;
    rules::HolderRules({before, after, id, at, evidence, events}).run();
    return events;
}

} // namespace lockcore

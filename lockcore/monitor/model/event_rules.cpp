// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/event_rules.h"

#include <algorithm>

namespace lockcore {

namespace {

// Without PEXPIRETIME a deadline is TIME + PTTL, each truncated to its unit. A smaller move than this counts as none.
constexpr Milliseconds deadlineNoise{5};

const Holder *find(const Finding &finding, const Holder &wanted)
{
    const auto found = std::ranges::find_if(
        finding.holders, [&](const Holder &holder) { return holder.owner == wanted.owner && holder.mode == wanted.mode; });
    return found == finding.holders.end() ? nullptr : &*found;
}

bool contains(const std::vector<Bytes> &owners, const Bytes &owner) { return std::ranges::find(owners, owner) != owners.end(); }

bool namesNobody(const Finding &finding) { return finding.ownerScope == OwnerScope::Nobody; }

// The same text can be another holding.
bool repeats(const Finding &finding)
{
    return finding.ownerScope == OwnerScope::Constant || finding.ownerScope == OwnerScope::Object || namesNobody(finding);
}

// One holder excludes all others: if another one is there, the first has gone.
bool isExclusive(const Finding &finding)
{
    return finding.kind != LockKind::Semaphore && finding.kind != LockKind::Latch
           && std::ranges::any_of(finding.holders, [](const Holder &holder) { return holder.mode != Mode::Read; });
}

// Counted up, while a lock that changes hands gets another deadline.
bool isCounter(const Snapshot &before, const Snapshot &after)
{
    constexpr std::int64_t mostSteps = 100; // between two looks
    const auto was = parseInteger(before.look.value.text);
    const auto is = parseInteger(after.look.value.text);
    return before.finding.kind == LockKind::Anonymous && after.finding.kind == LockKind::Anonymous && was && is && *is > *was
           && *is - *was <= mostSteps && before.look.deadline == after.look.deadline;
}

class Rules
{
public:
    Rules(const Snapshot *before, const Snapshot *after, const LockId &id, ServerTime at, const Evidence &evidence)
        : m_before(before)
        , m_after(after)
        , m_id(id)
        , m_at(at)
        , m_evidence(evidence)
    { }

    std::vector<LockEvent> run()
    {
        if (!m_before)
            appeared();
        else if (!m_after)
            gone(false);
        else if (m_evidence.releasedByUs)
            afterOurRelease();
        else if (isCounter(*m_before, *m_after))
            return {};
        else if (!listed())
            lease(nullptr);
        else if (m_evidence.restarted && !sameDeadline() && isSameHolding(*m_before, *m_after))
            foundAfterRestart();
        else if (handedOver())
            anotherHolding();
        else
            sameHolding();
        return std::move(m_events);
    }

private:
    LockEvent &add(EventType type, const Snapshot &of, const Holder *holder, std::string why)
    {
        LockEvent event;
        event.time = m_at;
        event.type = type;
        event.id = m_id;
        event.library = of.finding.library;
        event.kind = of.finding.kind;
        if (holder) {
            event.owner = holder->owner;
            event.count = holder->count;
        }
        if (&of == m_after)
            event.ttl = timeLeft(holder && holder->deadline ? holder->deadline : of.look.deadline, m_at);
        if (m_before)
            event.notBefore = m_before->look.at;
        event.why = std::move(why);
        event.coalesced = m_evidence.outrun || m_evidence.several;
        if (m_evidence.outrun)
            event.why += "; it changed faster than it could be read, so there may have been more changes";
        m_events.push_back(std::move(event));
        return m_events.back();
    }

    // One event for each holder; one for the lock if none is listed.
    template <class Each>
    static void forEach(const Snapshot &snapshot, Each each)
    {
        if (snapshot.finding.holders.empty())
            each(nullptr);
        for (const auto &holder : snapshot.finding.holders)
            each(&holder);
    }

    // Which ones of a great many holders were read may differ from look to look.
    bool listed() const { return m_before->finding.moreHolders == 0 && m_after->finding.moreHolders == 0; }

    bool isReturned(const Holder *holder) const { return holder && contains(m_evidence.returned, holder->owner); }

    bool isFreed(const Holder *holder) const { return holder && contains(m_evidence.freedByUs, holder->owner); }

    void appeared()
    {
        // A semaphore all of whose permits are free has not been acquired.
        if (m_after->finding.holders.empty() && m_after->finding.moreHolders == 0 && !namesNobody(m_after->finding))
            return;
        forEach(*m_after, [&](const Holder *holder) {
            if (isReturned(holder))
                resurrected(holder);
            else if (m_evidence.firstSweep)
                add(EventType::Seen, *m_after, holder, "it was there when Lockscope first looked");
            else if (!holder || !isLapsed(*holder, m_at))
                add(EventType::Acquired, *m_after, holder,
                    m_evidence.seenFree ? "it was free at the previous look" : "first seen since the last sweep began");
            else
                return;
            m_events.back().notBefore = m_evidence.firstSweep ? std::nullopt : m_evidence.lastFree;
        });
    }

    LockEvent &resurrected(const Holder *holder)
    {
        return add(EventType::Resurrected, *m_after, holder,
                   m_evidence.afterOurRelease || m_evidence.releasedByUs
                       ? "the owner whose lock Lockscope released is back"
                       : "this token is drawn for each acquisition, and it had disappeared");
    }

    // A key exists during the millisecond of its deadline.
    bool isPast(ServerTime deadline) const { return std::chrono::floor<Milliseconds>(m_at) > deadline; }

    std::optional<ServerTime> deadlineOf(const Holder *holder) const
    {
        return holder && holder->deadline ? holder->deadline : m_before->look.deadline;
    }

    // What is known of a holding that is over. The clock alone proves no expiry: it may have been released just before.
    enum class Expiry {
        No,
        Unlikely, ///< it had changed before its deadline passed
        Perhaps,
        Proven,
    };

    Expiry expiryOf(const Holder *holder) const
    {
        const auto deadline = deadlineOf(holder);
        const bool own = holder && holder->deadline; // libraries count it as over at once
        if (!deadline || !(own ? *deadline <= m_at : isPast(*deadline)))
            return Expiry::No;
        if (m_evidence.heard && *m_evidence.heard <= *deadline && *m_evidence.heard > m_before->look.at)
            return Expiry::Unlikely;
        const bool untilThen = m_evidence.quiet && *m_evidence.quiet > *deadline;
        return untilThen || stillThere(holder) ? Expiry::Proven : Expiry::Perhaps;
    }

    // Libraries remove a holder whose time is over only when the next one comes.
    bool stillThere(const Holder *holder) const
    {
        if (!holder || !holder->deadline || !m_after)
            return false;
        const auto same = [&](const Value &was, const Value &is) {
            const auto *then = was.find(holder->owner);
            const auto *now = is.find(holder->owner);
            return then && now && *then == *now;
        };
        return same(m_before->look.value, m_after->look.value)
               || std::ranges::any_of(m_before->look.companions, [&](const auto &companion) {
                      const auto is = m_after->look.companions.find(companion.first);
                      return is != m_after->look.companions.end() && same(companion.second, is->second);
                  });
    }

    // The end of what `before` showed; `coalesced`: something else is already there.
    void gone(bool coalesced)
    {
        if (m_before->finding.holders.empty() && m_before->finding.moreHolders == 0 && !namesNobody(m_before->finding))
            return; // nobody held it
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
    bool mayBeHeldYet() const
    {
        const auto &finding = m_before->finding;
        return finding.holders.empty() || finding.moreHolders > 0
               || std::ranges::any_of(finding.holders, [this](const Holder &holder) { return expiryOf(&holder) == Expiry::No; });
    }

    LockEvent &ended(const Holder *holder, bool coalesced)
    {
        const auto &before = *m_before;
        if (m_evidence.releasedByUs || isFreed(holder))
            return add(EventType::ForceReleased, before, holder, "we released it");
        const auto expiry = expiryOf(holder);
        if (m_evidence.announced && expiry != Expiry::Proven)
            return released(holder, expiry, "its release was announced");
        if (expiry == Expiry::Proven || expiry == Expiry::Perhaps)
            return expired(holder, expiry);
        if (m_evidence.restarted)
            return released(holder, expiry, "the server was restarted without it");
        if (isDeletedEarly(holder) && !coalesced)
            return knowsItsLast()
                       ? deletedEarly(holder)
                       : unclear(holder, expiry, "the lock was deleted before its deadline; this holder may have left it before");
        if (coalesced && wakesByPop())
            return released(holder, expiry, "another owner has it, and its library wakes the next one when it releases");
        if (wouldAnnounce() && !coalesced)
            return unclear(
                holder, expiry,
                "gone before its deadline, and no announcement was heard; it was deleted, or its lease was shortened and ran out");
        return released(holder, expiry, "gone before its deadline; no evidence of who did it" + lastCount(holder));
    }

    // If the deadline has passed meanwhile, what was heard before may also have been something else.
    LockEvent &released(const Holder *holder, Expiry expiry, std::string why)
    {
        auto &event = add(EventType::Released, *m_before, holder, std::move(why));
        // If its lease was shortened to a moment, it may have expired since.
        event.coalesced = event.coalesced || expiry != Expiry::No || (m_evidence.heardAfter && !m_evidence.announced);
        return event;
    }

    // A fair lock announces a release only if somebody waits.
    bool wouldAnnounce() const { return m_evidence.announces && m_before->finding.kind != LockKind::FairLock; }

    // Neither released nor expired, although its lease may have been shortened since: the server would have counted that.
    bool isDeletedEarly(const Holder *holder) const
    {
        return wouldAnnounce() && !m_evidence.announced && m_evidence.removedByNobody && !m_evidence.heardAfter && !m_evidence.outrun
               && !m_evidence.restarted && expiryOf(holder) == Expiry::No;
    }

    // Only the last one to leave announces it. Some of several may have left before, and a reader may have made room for another one.
    bool knowsItsLast() const
    {
        const auto &finding = m_before->finding;
        const bool alone = finding.holders.size() == 1 && finding.moreHolders == 0 && !m_evidence.several;
        return alone || finding.holders.empty() || isExclusive(finding);
    }

    LockEvent &deletedEarly(const Holder *holder)
    {
        return add(EventType::DeletedEarly, *m_before, holder,
                   "gone before its deadline, without the release announcement that its library makes" + left());
    }

    LockEvent &unclear(const Holder *holder, Expiry expiry, std::string why)
    {
        auto &event = released(holder, expiry, std::move(why));
        event.coalesced = true;
        return event;
    }

    LockEvent &expired(const Holder *holder, Expiry expiry)
    {
        std::string why = holder && holder->deadline ? "this holder's own deadline had passed" : "its deadline had passed";
        if (expiry == Expiry::Perhaps)
            why += "; or it ended shortly before";
        auto &event = add(EventType::Expired, *m_before, holder, std::move(why));
        event.coalesced = event.coalesced || expiry == Expiry::Perhaps;
        return event;
    }

    std::string left() const
    {
        const auto left = timeLeft(m_before->look.deadline, m_at);
        return left ? " (" + std::to_string(left->count()) + " ms were left)" : " (it had none)";
    }

    std::string lastCount(const Holder *holder) const
    {
        if (!holder || m_before->finding.holders.size() != 1 || holder->count <= 1)
            return {};
        return ", the hold count last seen was " + std::to_string(holder->count);
    }

    bool wakesByPop() const { return m_before->finding.format && m_before->finding.format->wakesByPop; }

    // A restart that keeps the data keeps each deadline to the millisecond.
    bool sameDeadline() const
    {
        const auto &was = m_before->look.deadline;
        const auto &is = m_after->look.deadline;
        return was && is && std::chrono::abs(*is - *was) <= deadlineNoise;
    }

    void foundAfterRestart()
    {
        forEach(*m_after, [&](const Holder *holder) {
            add(EventType::Seen, *m_after, holder,
                "the server was restarted; whether it kept this holding or it was acquired again is not known");
        });
    }

    void afterOurRelease()
    {
        gone(true);
        forEach(*m_after, [&](const Holder *holder) {
            const bool same = holder && (find(m_before->finding, *holder) || isReturned(holder));
            auto &event = same ? resurrected(holder) : acquiredInstead(holder);
            event.coalesced = true;
        });
    }

    LockEvent &acquiredInstead(const Holder *holder)
    {
        return add(EventType::Acquired, *m_after, holder,
                   holder && find(m_before->finding, *holder) ? "it had it again at the next look"
                                                              : "another owner had it at the next look");
    }

    // Has the lock as a whole ended in between? Semaphores and read locks are shared: there holders come and go one by one.
    bool handedOver() const
    {
        const auto &was = m_before->finding;
        const auto &is = m_after->finding;
        if (!isSameHolding(*m_before, *m_after))
            return isExclusive(was) || isExclusive(is) || namesNobody(is) || namesNobody(was);
        if (was.holders.empty() || !repeats(is) || !movedLater())
            return false;
        const auto &first = was.holders.front();
        const bool announced = m_evidence.announced && was.holders.size() == 1 && is.holders.size() == 1
                               && (is.kind == LockKind::Lock || is.kind == LockKind::FairLock);
        return announced || (!first.deadline && expiryOf(&first) == Expiry::Proven);
    }

    bool movedLater() const
    {
        const auto &was = m_before->look.deadline;
        const auto &is = m_after->look.deadline;
        return was && is && *is > *was + deadlineNoise;
    }

    bool isOver(const Holder *holder) const
    {
        const auto expiry = expiryOf(holder);
        return expiry == Expiry::Proven || expiry == Expiry::Perhaps;
    }

    void anotherHolding()
    {
        const auto *first = m_before->finding.holders.empty() ? nullptr : &m_before->finding.holders.front();
        if (m_evidence.announced || isFreed(first) || wakesByPop() || m_evidence.restarted || isOver(first)) {
            gone(true);
            forEach(*m_after, [&](const Holder *holder) {
                auto &event = isReturned(holder) ? resurrected(holder) : acquiredInstead(holder);
                event.coalesced = true;
            });
            return;
        }
        // Nothing that can be seen from outside excludes that it was free for a moment.
        forEach(*m_after, [&](const Holder *holder) {
            auto &event = isReturned(holder) ? resurrected(holder) : takenOver(holder);
            event.coalesced = true;
        });
    }

    LockEvent &takenOver(const Holder *holder)
    {
        auto &event =
            add(EventType::TakenOver, *m_after, holder, "another owner than at the previous look; nothing shows how it changed hands");
        if (namesNobody(m_after->finding))
            event.why = "the value changed; it does not say who wrote it";
        return event;
    }

    void sameHolding()
    {
        if (namesNobody(m_after->finding)) {
            leaseOfNobody();
            permits();
            return;
        }
        renewals();
        for (const auto &was : m_before->finding.holders) {
            const auto *is = find(m_after->finding, was);
            if (wasLapsed(was))
                continue;
            if (!is)
                leftHolder(was);
            else if (isLapsed(*is, m_at))
                expired(&was, stillThere(&was) ? Expiry::Proven : Expiry::Perhaps);
            else if (is->count != was.count)
                mark(add(is->count > was.count ? EventType::Reentered : EventType::PartlyReleased, *m_after, is,
                         "hold count " + change(was.count, is->count)));
        }
        for (const auto &is : m_after->finding.holders) {
            const auto *was = find(m_before->finding, is);
            if ((was && !wasLapsed(*was)) || isLapsed(is, m_at))
                continue;
            if (isReturned(&is))
                resurrected(&is);
            else
                add(EventType::Acquired, *m_after, &is,
                    m_before->finding.holders.empty() || was ? "nobody held it at the previous look" : "it joined the holders");
        }
    }

    // The same owner may have lost the lock and got it again: in the time between two polls, while others came and went, or by a change of
    // which was heard only after the look.
    void mark(LockEvent &event) const
    {
        const bool more = m_evidence.unprompted || m_evidence.announced || m_evidence.heardAfter || othersCameOrWent();
        event.coalesced = event.coalesced || (more && repeats(m_after->finding));
    }

    bool othersCameOrWent() const
    {
        const auto isIn = [](const Finding &finding) { return [&](const Holder &holder) { return find(finding, holder) != nullptr; }; };
        return !std::ranges::all_of(m_after->finding.holders, isIn(m_before->finding))
               || !std::ranges::all_of(m_before->finding.holders, isIn(m_after->finding));
    }

    void leftHolder(const Holder &holder)
    {
        if (isFreed(&holder)) {
            add(EventType::ForceReleased, *m_before, &holder, "we released it");
            return;
        }
        const auto expiry = expiryOf(&holder);
        if (expiry == Expiry::Proven || expiry == Expiry::Perhaps)
            expired(&holder, expiry);
        else
            released(&holder, expiry, "it left the holders");
    }

    bool cameOrWent() const
    {
        const auto &was = m_before->finding;
        const auto &is = m_after->finding;
        const auto changed = [&](const Holder &holder) {
            const auto *then = find(was, holder);
            return !then || then->count != holder.count;
        };
        return was.holders.size() != is.holders.size() || std::ranges::any_of(is.holders, changed);
    }

    // Then its end has been told.
    bool wasLapsed(const Holder &holder) const { return isLapsed(holder, m_before->look.at); }

    bool isOneChange() const { return !m_evidence.several && !m_evidence.heardAfter && !m_evidence.outrun && !m_evidence.unprompted; }

    // Each holder's own lease, or that of the whole lock, which only a single holder can have changed.
    void renewals()
    {
        const auto &is = m_after->finding.holders;
        const bool own = std::ranges::any_of(is, [](const Holder &holder) { return holder.deadline.has_value(); });
        for (const auto &holder : is) {
            const auto *was = find(m_before->finding, holder);
            // Where a permit's deadline follows from when the newest was taken, another holder's refresh moves it by how late that was.
            if (own && was && was->deadline && holder.deadline && !stillThere(was) && !wasLapsed(*was) && !isLapsed(holder, m_at))
                moved(*was->deadline, *holder.deadline, &holder);
        }
        if (own)
            return;
        if (is.size() == 1 && m_before->finding.holders.size() == 1 && holderBefore(is.front()))
            lease(isExclusive(m_after->finding) || isOneChange() ? &is.front() : nullptr); // a reader may have come and gone
        else if (!cameOrWent())                                                            // otherwise that explains it
            lease(nullptr);
    }

    void lease(const Holder *holder)
    {
        const auto &was = m_before->look.deadline;
        const auto &is = m_after->look.deadline;
        if (was && is)
            moved(*was, *is, holder);
        else if (is)
            mark(add(EventType::LeaseSet, *m_after, holder, "it had no deadline before"));
        else if (was)
            mark(add(EventType::LeaseRemoved, *m_after, holder, "it no longer has a deadline: only a release ends it"));
    }

    void moved(ServerTime was, ServerTime is, const Holder *holder)
    {
        if (is > was + deadlineNoise)
            renewed(is - was, holder);
        else if (is < was - deadlineNoise)
            mark(add(EventType::LeaseShortened, *m_after, holder, "its deadline is " + milliseconds(was - is) + " earlier than before"));
    }

    void renewed(Microseconds by, const Holder *holder)
    {
        if (!holder) {
            add(EventType::Renewed, *m_after, nullptr,
                "the deadline of the whole lock is " + milliseconds(by) + " later; which of its holders did it is not known");
            return;
        }
        std::string why = "the same owner, its deadline " + milliseconds(by) + " later";
        if (m_after->finding.ownerScope == OwnerScope::Constant)
            why += "; or released and acquired again: this owner's text is always the same";
        if (m_after->finding.ownerScope == OwnerScope::Object)
            why += "; or released and acquired again: this owner's text is drawn once for each lock object";
        const bool shared = !isExclusive(m_after->finding) && !holder->deadline;
        if (shared)
            why += "; or another reader came and went";
        if (m_evidence.announced)
            why += "; a release was announced in between";
        auto &event = add(EventType::Renewed, *m_after, holder, std::move(why));
        const bool more = m_evidence.announced || cameOrWent() || expiryOf(holderBefore(*holder)) == Expiry::Perhaps;
        event.coalesced = event.coalesced || shared || (repeats(m_after->finding) && more);
        mark(event);
    }

    const Holder *holderBefore(const Holder &holder) const { return find(m_before->finding, holder); }

    // Whether it was renewed or changed hands, the value does not say.
    void leaseOfNobody()
    {
        const auto *holder = m_after->finding.holders.empty() ? nullptr : &m_after->finding.holders.front();
        if (!movedLater()) {
            lease(holder);
            return;
        }
        std::string why = "its deadline is " + milliseconds(*m_after->look.deadline - *m_before->look.deadline)
                          + " later; the value does not say whether it was renewed or changed hands";
        if (isPast(*m_before->look.deadline))
            why += ", or expired and was acquired again";
        add(EventType::LeaseSet, *m_after, holder, std::move(why)).coalesced = true;
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
        const auto type = latch ? (*is < *was ? EventType::PartlyReleased : EventType::Reentered)
                                : (*is < *was ? EventType::Acquired : EventType::Released);
        add(type, *m_after, nullptr, (latch ? "count " : "free permits ") + change(*was, *is));
    }

    static std::string change(std::int64_t from, std::int64_t to) { return std::to_string(from) + " -> " + std::to_string(to); }

    static std::string milliseconds(Microseconds duration)
    {
        return std::to_string(std::chrono::duration_cast<Milliseconds>(duration).count()) + " ms";
    }

    const Snapshot *m_before;
    const Snapshot *m_after;
    const LockId &m_id;
    const ServerTime m_at;
    const Evidence &m_evidence;
    std::vector<LockEvent> m_events;
};

} // namespace

bool isLapsed(const Holder &holder, ServerTime at) { return holder.deadline && *holder.deadline <= at; }

bool isSameHolding(const Snapshot &before, const Snapshot &after)
{
    const auto &was = before.finding;
    const auto &is = after.finding;
    if (before.look.value.type != after.look.value.type)
        return false;
    if (isCounter(before, after))
        return true;
    if (is.ownerScope == OwnerScope::Nobody && is.holders.size() <= 1)
        return was.library == is.library
               && (is.kind == LockKind::Semaphore || is.kind == LockKind::Latch || before.look.value.text == after.look.value.text);
    if (was.holders.empty() || is.holders.empty())
        return was.holders.empty() && is.holders.empty();
    return std::ranges::any_of(was.holders, [&](const Holder &holder) { return find(is, holder); });
}

std::vector<LockEvent> eventsBetween(const Snapshot *before, const Snapshot *after, const LockId &id, ServerTime at,
                                     const Evidence &evidence)
{
    return Rules(before, after, id, at, evidence).run();
}

} // namespace lockcore

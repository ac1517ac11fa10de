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
        else if (!sameHolding())
            otherOwner();
        else if (m_evidence.restarted && !sameDeadline())
            add(EventType::Seen, *m_after, "the server was restarted; whether it kept this holding or it was acquired again is not known");
        else
            sameOwner();
        return std::move(m_events);
    }

private:
    const Finding &finding() const { return m_after ? m_after->finding : m_before->finding; }

    LockEvent &add(EventType type, const Snapshot &of, std::string why)
    {
        LockEvent event;
        event.time = m_at;
        event.type = type;
        event.id = m_id;
        event.library = of.finding.library;
        event.kind = of.finding.kind;
        if (!of.finding.holders.empty()) {
            event.owner = of.finding.holders.front().owner;
            event.count = of.finding.holders.front().count;
        }
        if (&of == m_after)
            event.ttl = timeLeft(of.look.deadline, m_at);
        if (m_before)
            event.notBefore = m_before->look.at;
        event.why = std::move(why);
        event.coalesced = m_evidence.outrun;
        if (m_evidence.outrun)
            event.why += "; it changed faster than it could be read, so there may have been more changes";
        m_events.push_back(std::move(event));
        return m_events.back();
    }

    LockEvent &addFor(EventType type, const Snapshot &of, const Holder &holder, std::string why)
    {
        auto &event = add(type, of, std::move(why));
        event.owner = holder.owner;
        event.count = holder.count;
        return event;
    }

    void appeared()
    {
        if (m_evidence.ownerWasHere)
            resurrected();
        else if (m_evidence.firstSweep)
            add(EventType::Seen, *m_after, "it was there when Lockscope first looked");
        else
            add(EventType::Acquired, *m_after,
                m_evidence.seenFree ? "it was free at the previous look" : "first seen since the last sweep began");
        m_events.back().notBefore = m_evidence.firstSweep ? std::nullopt : m_evidence.lastFree;
    }

    bool pastDeadline() const { return m_before->look.deadline && isPast(*m_before->look.deadline); }

    // A key exists during the millisecond of its deadline.
    bool isPast(ServerTime deadline) const { return std::chrono::floor<Milliseconds>(m_at) > deadline; }

    // The end of what `before` showed; `coalesced`: another value is already there.
    void gone(bool coalesced)
    {
        const auto &before = *m_before;
        if (m_evidence.releasedByUs || std::ranges::any_of(before.finding.holders, [&](const Holder &h) { return isFreed(h); }))
            add(EventType::ForceReleased, before, "we released it");
        else if (pastDeadline())
            add(EventType::Expired, before, "its deadline had passed");
        else if (m_evidence.announced)
            add(EventType::Released, before, "its release was announced");
        else if (m_evidence.restarted)
            add(EventType::Released, before, "it was not there after the server was restarted");
        else if (m_evidence.announces
                 && before.finding.kind != LockKind::FairLock) // a fair lock announces a release only if somebody waits
            add(EventType::DeletedEarly, before,
                "gone before its deadline, without the release announcement that its library makes" + left());
        else
            add(EventType::Released, before, "gone before its deadline; no evidence of who did it" + lastCount());
        m_events.back().coalesced = m_events.back().coalesced || coalesced;
    }

    bool isFreed(const Holder &holder) const { return std::ranges::find(m_evidence.freedByUs, holder.owner) != m_evidence.freedByUs.end(); }

    std::string left() const
    {
        const auto left = timeLeft(m_before->look.deadline, m_at);
        return left ? " (" + std::to_string(left->count()) + " ms were left)" : " (it had none)";
    }

    std::string lastCount() const
    {
        const auto &holders = m_before->finding.holders;
        if (holders.size() != 1 || holders.front().count <= 1)
            return {};
        return ", the hold count last seen was " + std::to_string(holders.front().count);
    }

    // A restart that keeps the data keeps each deadline to the millisecond.
    bool sameDeadline() const
    {
        const auto &was = m_before->look.deadline;
        const auto &is = m_after->look.deadline;
        return was && is && std::chrono::abs(*is - *was) <= deadlineNoise;
    }

    bool sameHolding() const { return isSameHolding(*m_before, *m_after); }

    LockEvent &resurrected()
    {
        return add(EventType::Resurrected, *m_after,
                   m_evidence.afterOurRelease ? "the owner whose lock Lockscope released is back"
                                              : "this token is drawn for each acquisition, and it had disappeared");
    }

    void afterOurRelease()
    {
        const bool same = sameHolding();
        gone(true);
        auto &event =
            same || m_evidence.ownerWasHere ? resurrected() : add(EventType::Acquired, *m_after, "another owner had it at the next look");
        event.coalesced = true;
    }

    void otherOwner()
    {
        if (m_evidence.announced || pastDeadline()) {
            gone(true);
            auto &event =
                m_evidence.ownerWasHere ? resurrected() : add(EventType::Acquired, *m_after, "another owner had it at the next look");
            event.coalesced = true;
            return;
        }
        if (m_evidence.ownerWasHere) {
            resurrected();
            return;
        }
        auto &event = add(EventType::TakenOver, *m_after, "another owner than at the previous look; nothing shows how it changed hands");
        if (m_after->finding.ownerScope == OwnerScope::Nobody)
            event.why = "the value changed; it does not say who wrote it";
    }

    void sameOwner()
    {
        lease();
        if (finding().ownerScope == OwnerScope::Nobody) {
            permits();
            return;
        }
        for (const auto &was : m_before->finding.holders) {
            const auto *is = find(m_after->finding, was);
            if (!is)
                leftHolder(was);
            else if (is->count > was.count)
                addFor(EventType::Reentered, *m_after, *is, "hold count " + change(was.count, is->count));
            else if (is->count < was.count)
                addFor(EventType::PartlyReleased, *m_after, *is, "hold count " + change(was.count, is->count));
        }
        for (const auto &is : m_after->finding.holders) {
            if (!find(m_before->finding, is))
                addFor(EventType::Acquired, *m_after, is, "it joined the holders");
        }
    }

    void leftHolder(const Holder &holder)
    {
        if (isFreed(holder)) {
            addFor(EventType::ForceReleased, *m_before, holder, "we released it");
            return;
        }
        const bool late = holder.deadline && isPast(*holder.deadline);
        addFor(late ? EventType::Expired : EventType::Released, *m_before, holder,
               late ? "this holder's own deadline had passed" : "it left the holders");
    }

    void lease()
    {
        const auto &was = m_before->look.deadline;
        const auto &is = m_after->look.deadline;
        if (!was && !is)
            return;
        if (!was)
            add(EventType::LeaseSet, *m_after, "it had no deadline before");
        else if (!is)
            add(EventType::LeaseRemoved, *m_after, "it no longer has a deadline: only a release ends it");
        else if (*is > *was + deadlineNoise)
            add(EventType::Renewed, *m_after, renewal(*is - *was));
        else if (*is < *was - deadlineNoise)
            add(EventType::LeaseShortened, *m_after, "its deadline is " + milliseconds(*was - *is) + " earlier than before");
    }

    std::string renewal(Microseconds by) const
    {
        std::string why = "the same owner, its deadline " + milliseconds(by) + " later";
        if (m_after->finding.ownerScope == OwnerScope::Constant)
            why += "; or released and acquired again: this owner's text is always the same";
        if (m_evidence.announced)
            why += "; a release was announced in between";
        return why;
    }

    // A counter names no holder. Fewer free permits mean that some were acquired.
    void permits()
    {
        const auto was = parseInteger(m_before->look.value.text);
        const auto is = parseInteger(m_after->look.value.text);
        if (!was || !is || *was == *is)
            return;
        const bool latch = finding().kind == LockKind::Latch;
        const auto type = latch ? (*is < *was ? EventType::PartlyReleased : EventType::Reentered)
                                : (*is < *was ? EventType::Acquired : EventType::Released);
        add(type, *m_after, (latch ? "count " : "free permits ") + change(*was, *is));
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

bool isSameHolding(const Snapshot &before, const Snapshot &after)
{
    const auto &was = before.finding;
    const auto &is = after.finding;
    if (before.look.value.type != after.look.value.type)
        return false;
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

// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/change_rules.h"

#include <algorithm>

namespace lockcore::rules {

const Holder *holderLike(const Finding &finding, const Holder &wanted)
{
    const auto found = std::ranges::find_if(
        finding.holders, [&](const Holder &holder) { return holder.owner == wanted.owner && holder.mode == wanted.mode; });
    return found == finding.holders.end() ? nullptr : &*found;
}

const Holder *inAnotherMode(const Finding &before, const Finding &after, const Holder &wanted)
{
    if (wanted.owner.empty() || holderLike(after, wanted))
        return nullptr;
    const auto found = std::ranges::find(after.holders, wanted.owner, &Holder::owner);
    return found == after.holders.end() || holderLike(before, *found) ? nullptr : &*found;
}

bool namesNobody(const Finding &finding) { return finding.ownerScope == OwnerScope::Nobody; }

bool isPermitCount(const Finding &finding)
{
    return finding.kind == LockKind::Semaphore && namesNobody(finding) && finding.holderCount() == 0;
}

bool mayCountTaken(const Finding &finding) { return finding.library == unknownLibrary; }

bool mayOnlyTry(const Finding &finding) { return finding.library == unknownLibrary && finding.kind == LockKind::Semaphore; }

std::string permitsOf(const Finding &finding) { return mayCountTaken(finding) ? "permits, taken or free," : "free permits"; }

bool repeats(const Finding &finding) { return finding.ownerScope != OwnerScope::Acquisition; }

bool isExclusive(const Finding &finding)
{
    return finding.kind != LockKind::Semaphore && finding.kind != LockKind::Latch
           && std::ranges::any_of(finding.holders, [](const Holder &holder) { return holder.mode != Mode::Read; });
}

bool lapsesByValue(const Snapshot &snapshot)
{
    const auto &[look, finding] = snapshot;
    if (!finding.lapses)
        return false;
    const bool rounded = finding.lapses->time_since_epoch() % std::chrono::seconds(1) == Microseconds(0); // it may be that of the TTL
    return (!look.deadline || *finding.lapses + (rounded ? std::chrono::seconds(1) : std::chrono::seconds(0)) < *look.deadline)
           && std::ranges::none_of(finding.holders, [](const Holder &holder) { return holder.deadline.has_value(); });
}

ChangeRules::ChangeRules(const Change &change)
    : m_before(change.before)
    , m_after(change.after)
    , m_at(change.at)
    , m_evidence(change.evidence)
    , m_events(change.events)
    , m_id(change.id)
{ }

LockEvent &ChangeRules::add(EventType type, const Snapshot &of, const Holder *holder, std::string why)
{
    LockEvent event;
    event.time = m_at;
    event.type = type;
    event.id = m_id;
    event.library = of.finding.library;
    event.kind = of.finding.kind;
    event.confidence = of.finding.confidence;
    if (holder) {
        event.owner = holder->owner;
        event.count = holder->count;
    } else {
        event.count = of.finding.holderCount();
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

bool ChangeRules::isFreed(const Holder *holder) const
{
    return holder && std::ranges::find(m_evidence.freedByUs, holder->owner) != m_evidence.freedByUs.end();
}

bool ChangeRules::isPast(ServerTime deadline) const { return std::chrono::floor<Milliseconds>(m_at) > deadline; }

bool ChangeRules::wasLapsed(const Holder &holder) const { return isLapsed(holder, m_before->look.at); }

bool ChangeRules::otherData() const { return m_evidence.restarted || m_evidence.exchanged; }

bool ChangeRules::wakesByPop() const { return m_before->finding.wakesByPop; }

bool ChangeRules::sameDeadline() const
{
    const auto &was = m_before->look.deadline;
    const auto &is = m_after->look.deadline;
    return was && is && std::chrono::abs(*is - *was) <= deadlineNoise;
}

Deadlines ChangeRules::deadlines() const
{
    if (lapsesByValue(*m_before) && lapsesByValue(*m_after))
        return {m_before->finding.lapses, m_after->finding.lapses};
    return {m_before->look.deadline, m_after->look.deadline};
}

} // namespace lockcore::rules

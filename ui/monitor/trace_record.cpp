// SPDX-License-Identifier: MIT
#include "ui/monitor/trace_record.h"

#include "ui/words/shown_text.h"
#include "ui/words/trace_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct TraceRecordWords
{
    Q_DECLARE_TR_FUNCTIONS(TraceRecordWords)
};

constexpr auto clockSlack = 2ms;         // the server writes the time of a command after it has run it
constexpr auto longestBetweenLooks = 1s; // for an event that does not say when it was not yet true

TracedActor actorOf(const TracedChange &traced)
{
    const auto &change = traced.change;
    if (traced.by)
        return {clientName(*traced.by),
                TraceRecordWords::tr("By %1, with %2.").arg(clientText(*traced.by, change.event.time), shownText(change.command, 60))};
    if (!change.shown)
        return {TraceRecordWords::tr("not shown"), TraceRecordWords::tr("By a command that the server does not show, or evicted.")};
    if (change.certain)
        return {};
    QStringList perhaps;
    for (const auto &client : traced.perhaps) {
        if (const auto name = clientName(client); !perhaps.contains(name))
            perhaps += name;
    }
    const auto who = perhaps.isEmpty() ? QString() : TraceRecordWords::tr(", perhaps %1").arg(perhaps.join(TraceRecordWords::tr(" or ")));
    return {TraceRecordWords::tr("unsure"), TraceRecordWords::tr("Unsure who%1: %2.").arg(who, shownText(change.why, 200))};
}

ServerTime lastEvidence(const TraceHolder &holder)
{
    auto last = holder.acquiredAt;
    for (const auto &sender : holder.senders)
        last = std::max(last, sender.last);
    return last;
}

} // namespace

TraceRecord::Family TraceRecord::familyOf(EventType type)
{
    switch (type) {
    case EventType::Acquired:
    case EventType::TakenOver:
    case EventType::Resurrected: return Family::Taking;
    case EventType::Released:
    case EventType::Ended:
    case EventType::DeletedEarly:
    case EventType::ForceReleased: return Family::Ending;
    case EventType::Renewed:
    case EventType::LeaseSet:
    case EventType::LeaseShortened:
    case EventType::LeaseRemoved: return Family::Lease;
    default: return Family::Other;
    }
}

void TraceRecord::clear()
{
    m_changes.clear();
    m_order.clear();
    m_holders.clear();
}

void TraceRecord::add(const std::vector<TraceItem> &items)
{
    for (const auto &item : items) {
        if (const auto *traced = std::get_if<TracedChange>(&item))
            add(*traced);
    }
}

void TraceRecord::add(const TracedChange &traced)
{
    const auto &event = traced.change.event;
    const auto family = familyOf(event.type);
    const auto by = actorOf(traced);
    if (family == Family::Other || by.brief.isEmpty())
        return;
    if (family == Family::Taking && traced.by) {
        TracedHolder taken;
        taken.holder.id = event.id;
        taken.holder.owner = event.owner;
        taken.holder.acquiredBy = traced.by->actor;
        taken.holder.acquiredAt = event.time;
        taken.client = traced.by;
        m_holders.insert_or_assign({event.id, event.owner}, std::move(taken));
    } else if (family == Family::Ending) {
        m_holders.erase({event.id, event.owner});
    }
    m_changes[event.id].push_back({family, event.owner, event.time, by});
    m_order.push_back(event.id);
    if (m_order.size() <= most)
        return;
    const auto oldest = m_changes.find(m_order.front());
    m_order.pop_front();
    oldest->second.pop_front();
    if (oldest->second.empty())
        m_changes.erase(oldest);
}

void TraceRecord::add(const TraceReport &report)
{
    for (const auto &holder : report.holders) {
        if (!holder.holder.owner.empty())
            m_holders.insert_or_assign({holder.holder.id, holder.holder.owner}, holder);
    }
}

std::optional<TracedActor> TraceRecord::by(const LockEvent &event) const
{
    const auto family = familyOf(event.type);
    const auto changes = m_changes.find(event.id);
    if (family == Family::Other || changes == m_changes.end())
        return {};
    const auto from = event.notBefore.value_or(event.time - longestBetweenLooks) - clockSlack;
    const auto first = std::ranges::lower_bound(changes->second, from, {}, &Change::at);
    std::optional<TracedActor> by;
    for (auto change = first; change != changes->second.end() && change->at <= event.time + clockSlack; ++change) {
        if (change->family != family || change->owner != event.owner)
            continue;
        if (by && by->brief != change->by.brief)
            return {};
        by = change->by;
    }
    return by;
}

// An owner's text may be used again, by another client: what a trace has shown counts only for the holding that it has seen.
QList<Fact> TraceRecord::holderFacts(const LockInfo &lock, const Bytes &owner, ServerTime now) const
{
    const auto known = m_holders.find({lock.id, owner});
    if (known == m_holders.end())
        return {};
    const auto &holder = known->second;
    if (lock.heldSinceObserved && lock.heldSince > lastEvidence(holder.holder) + clockSlack)
        return {};
    QList<Fact> facts;
    if (holder.client)
        facts.append({TraceRecordWords::tr("held by"), clientText(*holder.client, now), Fact::KeySnapshot::Plain, -1});
    facts.append({holder.client ? TraceRecordWords::tr("because") : TraceRecordWords::tr("held by"), holderReason(holder, now),
                  Fact::KeySnapshot::Light, -1});
    return facts;
}

} // namespace lockscope

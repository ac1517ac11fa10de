// SPDX-License-Identifier: MIT
#include "ui/monitor/trace_record.h"

#include "lockcore/monitor/filter/filter.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"
#include "ui/words/trace_words.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto clockSlack = 2ms; // the server writes the time of a command after it has run it

TracedActor actorOf(const TracedChange &traced)
{
    const auto &change = traced.change;
    if (traced.by)
        return {clientName(*traced.by),
                Words::tr("By %1, with %2.").arg(clientText(*traced.by, change.event.time), shownText(change.command, 60)),
                traced.by->names()};
    if (!change.shown)
        return {Words::tr("not shown"), Words::tr("By a command that the server does not show, or evicted.")};
    if (change.certain)
        return {};
    QStringList perhaps;
    for (const auto &client : traced.perhaps) {
        if (const auto name = clientName(client); !perhaps.contains(name))
            perhaps += name;
    }
    const auto who = perhaps.isEmpty() ? QString() : Words::tr(", perhaps %1").arg(perhaps.join(Words::tr(" or ")));
    return {Words::tr("unsure"), Words::tr("Unsure who%1: %2.").arg(who, shownText(change.why, 200))};
}

ServerTime lastEvidence(const TraceHolder &holder)
{
    auto last = holder.acquiredAt;
    for (const auto &sender : holder.senders)
        last = std::max(last, sender.last);
    return last;
}

} // namespace

QString clientTerm(const std::vector<Bytes> &names) { return QString::fromStdString(Filter::term("client", names.front())); }

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
    m_stories.clear();
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
    auto &story = m_stories[event.id];
    for (const auto &name : by.names)
        ++story.clients[name];
    story.changes.push_back({family, event.owner, event.time, by});
    m_order.push_back(event.id);
    if (m_order.size() > most)
        forgetOldest();
}

void TraceRecord::forgetOldest()
{
    const auto oldest = m_stories.find(m_order.front());
    m_order.pop_front();
    auto &[changes, clients] = oldest->second;
    for (const auto &name : changes.front().by.names) {
        if (const auto counted = clients.find(name); --counted->second == 0)
            clients.erase(counted);
    }
    changes.pop_front();
    if (changes.empty())
        m_stories.erase(oldest);
}

void TraceRecord::add(const std::vector<TracedHolder> &holders)
{
    for (const auto &holder : holders) {
        if (!holder.holder.owner.empty())
            m_holders.insert_or_assign({holder.holder.id, holder.holder.owner}, holder);
    }
}

std::optional<TracedActor> TraceRecord::by(const LockEvent &event) const
{
    const auto family = familyOf(event.type);
    const auto story = m_stories.find(event.id);
    if (family == Family::Other || story == m_stories.end())
        return {};
    const auto &changes = story->second.changes;
    const auto from = event.notBefore.value_or(event.time - longestBetweenLooks) - clockSlack;
    const auto first = std::ranges::lower_bound(changes, from, {}, &Change::at);
    std::optional<TracedActor> by;
    for (auto change = first; change != changes.end() && change->at <= event.time + clockSlack; ++change) {
        if (change->family != family || change->owner != event.owner)
            continue;
        if (by && by->brief != change->by.brief)
            return {};
        by = change->by;
    }
    return by;
}

std::optional<TracedActor> TraceRecord::endOf(const LockInfo &last) const
{
    const auto story = m_stories.find(last.id);
    if (story == m_stories.end())
        return {};
    const auto &end = story->second.changes.back();
    return end.family == Family::Ending && end.at >= last.heldSince ? std::optional(end.by) : std::nullopt;
}

std::optional<std::pair<ServerTime, ServerTime>> TraceRecord::period(const LockId &id) const
{
    const auto story = m_stories.find(id);
    if (story == m_stories.end())
        return {};
    const auto &changes = story->second.changes;
    return std::pair(changes.front().at, changes.back().at);
}

std::vector<Bytes> TraceRecord::clientsOf(const LockId &id) const
{
    std::vector<Bytes> names;
    if (const auto story = m_stories.find(id); story != m_stories.end())
        std::ranges::copy(std::views::keys(story->second.clients), std::back_inserter(names));
    for (auto holder = m_holders.lower_bound({id, {}}); holder != m_holders.end() && holder->first.first == id; ++holder) {
        if (holder->second.client)
            std::ranges::move(holder->second.client->names(), std::back_inserter(names));
    }
    return names;
}

// An owner's text may be used again, by another client: what a trace has shown counts only for the holding that it has seen.
const TracedHolder *TraceRecord::findHolder(const LockInfo &lock, const Bytes &owner) const
{
    const auto known = m_holders.find({lock.id, owner});
    if (known == m_holders.end())
        return nullptr;
    const auto &holder = known->second;
    return lock.heldSinceObserved && lock.heldSince > lastEvidence(holder.holder) + clockSlack ? nullptr : &holder;
}

std::optional<TraceClient> TraceRecord::holder(const LockInfo &lock, const Bytes &owner) const
{
    const auto *known = findHolder(lock, owner);
    return known ? known->client : std::nullopt;
}

QList<Fact> TraceRecord::holderFacts(const LockInfo &lock, const Bytes &owner, ServerTime now) const
{
    const auto *known = findHolder(lock, owner);
    if (!known)
        return {};
    const auto &holder = *known;
    QList<Fact> facts;
    if (holder.client)
        facts.append({Words::tr("held by"), clientText(*holder.client, now), Fact::KeySnapshot::Plain, -1});
    facts.append({holder.client ? Words::tr("because") : Words::tr("held by"), holderReason(holder, now), Fact::KeySnapshot::Light, -1});
    return facts;
}

} // namespace lockscope

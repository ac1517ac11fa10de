// SPDX-License-Identifier: MIT
#include "lockcore/monitor/statistics/recent_statistics.h"

#include "lockcore/monitor/reading/kind_of_name.h"

#include <algorithm>

namespace lockcore {

void RecentStatistics::apply(const MonitorChange &change, const Wanted &wanted)
{
    if (!m_begin && change.serverNow != ServerTime{})
        m_begin = change.serverNow;
    for (const auto &event : change.events) {
        LockStatistics counts;
        counts.handOvers = event.type == EventType::Acquired || event.type == EventType::TakenOver;
        counts.expired = event.type == EventType::Expired;
        for (const auto held : m_holdings.apply(event))
            counts.holds.add(held);
        if (const auto waited = m_queues.apply(event))
            counts.waits.add(*waited);
        if ((!counts.any() && counts.holds.count() == 0) || (wanted && !wanted(event)))
            continue;
        add(slicesOf(event.id), event.time, counts);
        auto kind = kindOf(event.id.key);
        if (m_kinds.size() >= mostKinds && !m_kinds.contains(kind))
            kind.clear();
        add(m_kinds[kind], event.time, counts);
    }
    for (const auto &gone : change.gone)
        m_holdings.forget(gone.last.id);
    for (const auto &lock : change.changed)
        m_queues.apply(lock, change.serverNow);
}

void RecentStatistics::add(Slices &slices, ServerTime time, const LockStatistics &counts)
{
    const auto number = numberOf(time);
    auto &here = slices[static_cast<std::size_t>(number) % slices.size()];
    if (here.number > number)
        return; // too old
    if (here.number < number)
        here = {number, {}};
    here.counts.add(counts);
}

LockStatistics RecentStatistics::sum(const Slices &slices, ServerTime now) const
{
    LockStatistics sum;
    const auto oldest = numberOf(now) - static_cast<std::int64_t>(slices.size()) + 1;
    for (const auto &slice : slices) {
        if (slice.number >= oldest)
            sum.add(slice.counts);
    }
    const auto begin = std::max(m_begin.value_or(now), ServerTime(oldest * slice));
    sum.over = std::max(Milliseconds(1), std::chrono::duration_cast<Milliseconds>(now - begin));
    return sum;
}

RecentStatistics::Slices &RecentStatistics::slicesOf(const LockId &id)
{
    if (const auto known = m_lockAt.find(id); known != m_lockAt.end()) {
        m_locks.splice(m_locks.begin(), m_locks, known->second);
        return known->second->slices;
    }
    if (m_locks.size() >= mostLocks) {
        m_lockAt.erase(m_locks.back().id);
        m_locks.pop_back();
    }
    m_locks.push_front({id, {}});
    m_lockAt.emplace(id, m_locks.begin());
    return m_locks.front().slices;
}

LockStatistics RecentStatistics::of(const LockId &id, ServerTime now) const
{
    const auto known = m_lockAt.find(id);
    return sum(known == m_lockAt.end() ? Slices() : known->second->slices, now);
}

std::vector<KindStatistics> RecentStatistics::byKind(ServerTime now) const
{
    std::vector<KindStatistics> kinds;
    for (const auto &[kind, slices] : m_kinds) {
        if (auto statistics = sum(slices, now); statistics.any() || statistics.holds.count() > 0)
            kinds.push_back({kind, std::move(statistics)});
    }
    std::ranges::sort(kinds, [](const auto &a, const auto &b) {
        return a.statistics.handOvers != b.statistics.handOvers ? a.statistics.handOvers > b.statistics.handOvers : a.kind < b.kind;
    });
    return kinds;
}

} // namespace lockcore

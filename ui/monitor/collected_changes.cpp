// SPDX-License-Identifier: MIT
#include "ui/monitor/collected_changes.h"

#include "ui/monitor/lock_model.h"
#include "ui/monitor/timeline_feed.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope {

using namespace lockcore;

void CollectedChanges::add(const MonitorChange &change)
{
    const auto now = change.serverNow;
    for (const auto &gone : change.gone) { // first, because a lock that ended and is back is also in `changed`
        noteWait(gone.last.id, false, now);
        m_changed.erase(gone.last.id);
        if (m_locks.rowOf(gone.last.id) < 0)
            m_awaited.erase(gone.last.id);
        const auto [last, added] = m_gone.insert_or_assign(gone.last.id, gone);
        last->second.at = gone.at.value_or(now);
        if (added && m_locks.rowOf(gone.last.id) < 0)
            keepFew(gone.last.id);
    }
    for (const auto &lock : change.changed) {
        noteWait(lock.id, lock.waiters.any(), now);
        m_changed.insert_or_assign(lock.id, lock);
    }
    m_events.insert(m_events.end(), change.events.begin(), change.events.end());
    for (; m_events.size() > mostEvents; ++m_dropped)
        m_events.pop_front();
    m_last.state = change.state;
    m_last.serverNow = change.serverNow;
    m_last.at = change.at;
    m_any = true;
}

// Of locks that came and went: as many as the timeline keeps.
void CollectedChanges::keepFew(const LockId &brief)
{
    m_brief.push_back(brief);
    if (m_brief.size() <= TimelineFeed::mostGone)
        return;
    m_gone.erase(m_brief.front());
    m_brief.pop_front();
}

void CollectedChanges::noteWait(const LockId &id, bool awaited, ServerTime at)
{
    const int row = m_locks.rowOf(id);
    const bool before = row >= 0 && !m_locks.row(row).gone() && m_locks.row(row).lock.waiters.any();
    const auto [known, added] = m_awaited.try_emplace(id, before);
    if (awaited == std::exchange(known->second, awaited))
        return;
    m_waits.push_back({id, awaited, at});
    if (m_waits.size() > mostEvents)
        m_waits.pop_front();
}

MissedChanges CollectedChanges::take()
{
    MissedChanges missed;
    missed.change = std::exchange(m_last, {});
    for (auto &[id, gone] : m_gone)
        missed.change.gone.push_back(std::move(gone));
    std::ranges::sort(missed.change.gone, {}, &MonitorChange::Gone::at);
    for (auto &[id, lock] : m_changed)
        missed.change.changed.push_back(std::move(lock));
    std::ranges::move(m_events, std::back_inserter(missed.change.events));
    std::ranges::move(m_waits, std::back_inserter(missed.waits));
    m_any = false;
    missed.dropped = std::exchange(m_dropped, 0);
    if (missed.dropped > 0)
        missed.completeSince = missed.change.events.front().time;
    m_changed.clear();
    m_gone.clear();
    m_brief.clear();
    m_awaited.clear();
    m_events.clear();
    m_waits.clear();
    return missed;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/monitor_store.h"

#include <algorithm>
#include <unordered_map>

namespace lockcore {

namespace {

// A lock was held until its event says that it ended: one end has one time.
void noteEnds(MonitorChange &change)
{
    std::unordered_map<LockId, ServerTime> ends;
    for (auto event = change.events.begin(); !change.gone.empty() && event != change.events.end(); ++event) {
        if (isEnd(event->type))
            ends.insert_or_assign(event->id, event->time);
    }
    for (auto &gone : change.gone) {
        if (const auto end = ends.find(gone.last.id); !gone.at && end != ends.end())
            gone.at = end->second;
    }
}

} // namespace

void MonitorStore::releaseBegins(const LockId &id) { ++m_releasing[id]; }

void MonitorStore::releaseEnds(const ReleaseReport &report)
{
    const auto &wish = report.order.wish;
    if (--m_releasing[wish.id] == 0)
        m_releasing.erase(wish.id);
    if (report.done() && report.at && wish.action == ReleaseAction::Release)
        m_table->releasedByUs(wish.id, *report.at, report.freesAll ? std::vector<Bytes>() : wish.owners);
    for (auto &[look, observed] : std::exchange(m_heldBack, {}))
        apply(std::move(look), observed); // looks at a lock with another release in progress are held back again
    noteChange();
}

ObservationInterval MonitorStore::observed() const
{
    ObservationInterval observed;
    observed.passedBy = state.everLive && m_otherData;
    observed.firstSweep = !state.everLive || m_otherData;
    observed.lastFree = m_lastSweepBegan;
    return observed;
}

void MonitorStore::otherData()
{
    m_otherData = true;
    m_sweepsThisData = false;
    m_lastSweepBegan.reset();
}

void MonitorStore::missedNames()
{
    m_missedNames = true;
    m_sweepsSinceMissed = false;
}

void MonitorStore::sweepCompleted(ServerTime began)
{
    m_missedNames = m_missedNames && !m_sweepsSinceMissed;
    if (!m_sweepsThisData)
        return;
    m_otherData = false;
    m_lastSweepBegan = began;
}

bool MonitorStore::wasPossible(const LockId &id, const LockMatch &match)
{
    const auto &known = state.possible.locks;
    const auto found = std::ranges::lower_bound(known, id, {}, &LockInfo::id);
    if (found == known.end() || found->id != id)
        return false;
    const bool isTheSame = std::ranges::any_of(found->holders, [&](const Holder &holder) {
        return std::ranges::find(match.holders, holder.owner, &Holder::owner) != match.holders.end();
    });
    std::vector<LockInfo> others(known.begin(), known.end());
    others.erase(others.begin() + (found - known.begin()));
    state.possible.locks = std::move(others);
    return isTheSame;
}

void MonitorStore::loseSight(const LockId &id, ServerTime at, std::string_view why)
{
    if (auto event = m_table->loseSight(id, at, why))
        report(*std::move(event));
}

void MonitorStore::apply(KeySnapshot look, const ObservationInterval &observed, std::optional<Classified> classified)
{
    if (m_releasing.contains(look.id)) {
        m_heldBack.emplace_back(std::move(look), observed);
        return;
    }
    for (auto &event : m_table->apply(std::move(look), observed, std::move(classified)))
        report(std::move(event));
}

void MonitorStore::report(LockEvent event)
{
    event.number = ++m_number;
    m_coalesced += event.coalesced ? 1 : 0;
    m_events.push_back(std::move(event));
    if (m_events.size() > m_mostEvents) {
        m_events.pop_front();
        ++m_forgotten;
    }
}

MonitorChange MonitorStore::take(const ServerClock &clock, Moment now)
{
    for (auto &event : m_table->takeAlarms())
        report(std::move(event));
    state.locks = static_cast<std::int64_t>(m_table->size());
    state.eventsForgotten = m_forgotten;
    state.coalesced = m_coalesced;
    MonitorChange change;
    change.state = state;
    change.at = now;
    if (clock.known())
        change.serverNow = clock.at(now);
    change.changed = m_table->takeChanged();
    change.gone = m_table->takeGone();
    change.events.assign(std::make_move_iterator(m_events.begin()), std::make_move_iterator(m_events.end()));
    m_events.clear();
    noteEnds(change);
    return change;
}

} // namespace lockcore

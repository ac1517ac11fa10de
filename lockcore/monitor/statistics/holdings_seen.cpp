// SPDX-License-Identifier: MIT
#include "lockcore/monitor/statistics/holdings_seen.h"

#include <algorithm>

namespace lockcore {

std::vector<Milliseconds> HoldingsSeen::apply(const LockEvent &event)
{
    std::vector<Milliseconds> ended;
    switch (event.type) {
    case EventType::TakenOver: ended = endAll(event.id, event.time); [[fallthrough]];
    case EventType::Acquired:
        if (auto &begins = m_begins[event.id]; begins.size() < mostHolders)
            begins.push_back({event.owner, event.time});
        break;
    case EventType::OutOfSight: forget(event.id); break; // when it ended is not known
    default:
        if (isEnd(event.type))
            ended = endOne(event);
    }
    return ended;
}

std::vector<Milliseconds> HoldingsSeen::endAll(const LockId &id, ServerTime time)
{
    std::vector<Milliseconds> ended;
    if (const auto found = m_begins.find(id); found != m_begins.end()) {
        for (const auto &begin : found->second)
            ended.push_back(std::chrono::duration_cast<Milliseconds>(time - begin.time));
        m_begins.erase(found);
    }
    return ended;
}

// An end that names nobody is about one of several holders: which one is not known, unless there is only one.
std::vector<Milliseconds> HoldingsSeen::endOne(const LockEvent &event)
{
    const auto found = m_begins.find(event.id);
    if (found == m_begins.end())
        return {};
    auto &begins = found->second;
    const auto begin = event.owner.empty() && begins.size() == 1 ? begins.begin() : std::ranges::find(begins, event.owner, &Begin::owner);
    std::vector<Milliseconds> ended;
    if (begin != begins.end()) {
        ended.push_back(std::chrono::duration_cast<Milliseconds>(event.time - begin->time));
        begins.erase(begin);
    }
    if (begins.empty())
        m_begins.erase(found);
    return ended;
}

} // namespace lockcore

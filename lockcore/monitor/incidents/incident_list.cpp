// SPDX-License-Identifier: MIT
#include "lockcore/monitor/incidents/incident_list.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

void takeEvidence(Incident &known, const Incident &news)
{
    if (!known.unproved && news.unproved)
        return; // a proof stays in sight
    known.owner = news.owner;
    known.why = news.why;
    known.unproved = news.unproved;
}

} // namespace

IncidentList &IncidentList::operator=(const IncidentList &other)
{
    m_all = other.m_all;
    m_dropped = other.m_dropped;
    m_open.clear();
    for (auto place = m_all.begin(); place != m_all.end(); ++place) {
        if (!place->acknowledged)
            m_open[matterOf(*place)] = place;
    }
    return *this;
}

void IncidentList::add(Incident incident)
{
    const bool standing = std::exchange(incident.standing, false);
    const auto found = m_open.find(matterOf(incident));
    if (found == m_open.end()) {
        if (standing && wasAcknowledged(incident))
            return;
        if (incident.times > 0)
            insert(std::move(incident));
        else if (const auto known = find(incident); known != m_all.end()) // somebody has acknowledged it
            reopenIfProved(known, incident);
        return;
    }
    auto &known = *found->second;
    known.times += incident.times;
    known.last = std::max(known.last, incident.last);
    takeEvidence(known, incident);
    known.server = std::move(incident.server);
}

bool IncidentList::wasAcknowledged(const Incident &standing)
{
    const auto known = std::ranges::find_if(m_all.rbegin(), m_all.rend(), [&](const Incident &one) { return isSameMatter(one, standing); });
    if (known == m_all.rend() || !known->acknowledged || known->owner != standing.owner)
        return false;
    known->last = std::max(known->last, standing.last);
    return true;
}

IncidentList::Place IncidentList::find(const Incident &incident)
{
    return std::ranges::find_if(m_all, [&](const Incident &one) { return one.first == incident.first && isSameMatter(one, incident); });
}

// What was not proved may have been acknowledged for that reason.
void IncidentList::reopenIfProved(Place place, const Incident &incident)
{
    if (!place->unproved || incident.unproved)
        return;
    takeEvidence(*place, incident);
    if (m_open.try_emplace(matterOf(*place), place).second)
        place->acknowledged = false;
}

void IncidentList::insert(Incident incident)
{
    const auto later = std::ranges::find_if(m_all.rbegin(), m_all.rend(), [&](const Incident &one) { return one.first <= incident.first; });
    const auto place = m_all.insert(later.base(), std::move(incident));
    if (!place->acknowledged)
        m_open[matterOf(*place)] = place;
    if (m_all.size() <= most)
        return;
    const auto acknowledged = std::ranges::find(m_all, true, &Incident::acknowledged);
    erase(acknowledged != m_all.end() ? acknowledged : m_all.begin());
    ++m_dropped;
}

void IncidentList::erase(Place place)
{
    if (!place->acknowledged)
        m_open.erase(matterOf(*place));
    m_all.erase(place);
}

void IncidentList::merge(const IncidentList &other)
{
    for (const auto &incident : other.m_all) {
        auto place = find(incident);
        const auto open = m_open.find(matterOf(incident));
        if (place == m_all.end() && !incident.acknowledged && open != m_open.end()) // another window saw it at another moment
            place = open->second;
        if (place == m_all.end()) {
            insert(incident);
            continue;
        }
        reopenIfProved(place, incident);
        if (incident.last > place->last) {
            place->last = incident.last;
            takeEvidence(*place, incident);
        }
        place->times = std::max(place->times, incident.times);
        if (incident.acknowledged && !place->acknowledged && place->unproved == incident.unproved)
            acknowledge(place);
    }
}

void IncidentList::acknowledge(Place place)
{
    m_open.erase(matterOf(*place));
    place->acknowledged = true;
}

void IncidentList::acknowledge(const Incident &incident)
{
    if (const auto found = m_open.find(matterOf(incident)); found != m_open.end())
        acknowledge(found->second);
}

void IncidentList::acknowledgeAll()
{
    while (!m_open.empty())
        acknowledge(m_open.begin()->second);
}

void IncidentList::dropNode(std::string_view node)
{
    for (auto place = m_all.begin(); place != m_all.end();) {
        const auto next = std::next(place);
        if (place->node == node)
            erase(place);
        place = next;
    }
}

} // namespace lockcore

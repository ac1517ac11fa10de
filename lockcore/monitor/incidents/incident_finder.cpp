// SPDX-License-Identifier: MIT
#include "lockcore/monitor/incidents/incident_finder.h"

#include "lockcore/base/duration.h"

#include <algorithm>

namespace lockcore {

std::vector<Incident> IncidentFinder::find(const MonitorChange &change)
{
    std::vector<Incident> found;
    for (const auto &event : change.events) {
        const auto kind = incidentKind(event.type);
        if (!kind)
            continue;
        found.push_back(incident(*kind, event.time, event.why));
        found.back().id = event.id;
        found.back().owner = event.owner;
        found.back().standing = isStanding(found.back(), change);
    }
    findBlindness(change, found);
    return found;
}

// Nobody saw its holding begin, and it is the first report of this state.
bool IncidentFinder::isStanding(const Incident &incident, const MonitorChange &change)
{
    if (!isState(incident.kind) || !m_reported.emplace(incident.kind, incident.id).second)
        return false;
    const auto lock = std::ranges::find(change.changed, incident.id, [](const LockInfo &one) -> const LockId & { return one.id; });
    return lock != change.changed.end() && !lock->heldSinceObserved;
}

Incident IncidentFinder::incident(Incident::Kind kind, ServerTime at, std::string why) const
{
    Incident incident;
    incident.kind = kind;
    incident.server = m_server;
    incident.node = m_node;
    incident.first = incident.last = std::chrono::floor<Milliseconds>(at); // as it is written
    incident.why = std::move(why);
    return incident;
}

void IncidentFinder::findBlindness(const MonitorChange &change, std::vector<Incident> &found)
{
    using Phase = MonitorState::Phase;
    const auto &state = change.state;
    if (!m_blind && state.everLive && (state.phase == Phase::Lost || state.phase == Phase::Failed)) {
        m_blind = incident(Incident::Kind::FeedBlind, change.serverNow,
                           "the connection was lost" + (state.error ? ": " + state.error->text : ""));
        found.push_back(*m_blind);
    } else if (m_blind && state.phase == Phase::Live) {
        auto &end = found.emplace_back(*std::exchange(m_blind, std::nullopt));
        end.last = std::max<ServerTime>(end.first, std::chrono::floor<Milliseconds>(change.serverNow));
        end.times = 0;
        end.why += "; blind for " + durationText(std::chrono::duration_cast<Milliseconds>(end.last - end.first));
    }
}

} // namespace lockcore

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

// A node that no longer serves anything is not missed: others have its slots.
void IncidentFinder::findBlindness(const MonitorChange &change, std::vector<Incident> &found)
{
    using Phase = MonitorState::Phase;
    const auto &state = change.state;
    if (!state.cluster) {
        if (state.everLive && (state.phase == Phase::Lost || state.phase == Phase::Failed))
            becomeBlind(0, m_node, change.serverNow, state.error, found);
        else if (state.phase == Phase::Live)
            seeAgain(0, change.serverNow, found);
        return;
    }
    auto gone = m_blind;
    for (const auto &node : state.cluster->primaries) {
        gone.erase(node.number);
        if (node.unknownSince)
            becomeBlind(node.number, node.address, *node.unknownSince, node.error, found);
        else if (node.phase == Phase::Live)
            seeAgain(node.number, change.serverNow, found);
    }
    for (const auto &[number, blind] : gone)
        seeAgain(number, change.serverNow, found);
}

void IncidentFinder::becomeBlind(std::size_t number, const std::string &node, ServerTime since, const std::optional<Error> &error,
                                 std::vector<Incident> &found)
{
    if (m_blind.contains(number))
        return;
    const auto which = node == m_node ? std::string() : "to " + node + ' ';
    const auto why = "the connection " + which + "was lost" + (error ? ": " + error->text : std::string());
    auto &begin = found.emplace_back(incident(Incident::Kind::FeedBlind, since, why));
    begin.node = node;
    m_blind.emplace(number, begin);
}

void IncidentFinder::seeAgain(std::size_t number, ServerTime at, std::vector<Incident> &found)
{
    const auto blind = m_blind.extract(number);
    if (blind.empty())
        return;
    auto &end = found.emplace_back(blind.mapped());
    end.last = std::max<ServerTime>(end.first, std::chrono::floor<Milliseconds>(at));
    end.times = 0;
    end.why += "; blind for " + durationText(std::chrono::duration_cast<Milliseconds>(end.last - end.first));
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
// The incidents that are kept, of all servers, oldest first. A repeat of one that nobody has acknowledged joins it. A value; any thread.
#pragma once

#include "lockcore/monitor/incidents/incident.h"

#include <list>
#include <map>
#include <span>
#include <tuple>

namespace lockcore {

class IncidentList
{
public:
    static constexpr std::size_t most = 1000;

    IncidentList() = default;
    IncidentList(const IncidentList &other) { *this = other; }
    IncidentList &operator=(const IncidentList &other);
    IncidentList(IncidentList &&) = default; // a list moves with its iterators
    IncidentList &operator=(IncidentList &&) = default;

    /// A standing state that was acknowledged, of the same lock and owner, stays so: it is the one that somebody has seen.
    /// If there are too many, the oldest acknowledged one is dropped, or else the oldest one.
    void add(Incident incident);

    /// Takes over what another copy of the list knows: one that was read from the file, or that another window has written.
    void merge(const IncidentList &other);

    void acknowledge(const Incident &incident);
    void acknowledgeAll();

    /// Drops those of a server that no longer exists, such as the demo's.
    void dropNode(std::string_view node);

    const std::list<Incident> &all() const { return m_all; }
    std::size_t size() const { return m_all.size(); }
    std::size_t open() const { return m_open.size(); } ///< not acknowledged
    std::int64_t dropped() const { return m_dropped; }

    bool operator==(const IncidentList &other) const { return m_all == other.m_all; }

private:
    using Place = std::list<Incident>::iterator;
    using Matter = std::tuple<Incident::Kind, std::string, LockId>;

    static Matter matterOf(const Incident &incident) { return {incident.kind, incident.node, incident.id}; }
    void acknowledge(Place place);
    Place find(const Incident &incident); ///< the same one, as another list or a later finding has it
    void reopenIfProved(Place place, const Incident &incident);
    void insert(Incident incident);
    bool wasAcknowledged(const Incident &standing);
    void erase(Place place);

    std::list<Incident> m_all;
    std::map<Matter, Place> m_open; ///< at most one of each matter
    std::int64_t m_dropped = 0;
};

} // namespace lockcore

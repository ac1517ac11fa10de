// SPDX-License-Identifier: MIT
// Finds the incidents in what a Monitor reports about one server, or about one cluster. No I/O, no clock.
#pragma once

#include "lockcore/monitor/incidents/incident.h"
#include "lockcore/monitor/model/monitor_state.h"

#include <map>
#include <set>
#include <utility>

namespace lockcore {

class IncidentFinder
{
public:
    /// See Incident.
    IncidentFinder(std::string server, std::string node)
        : m_server(std::move(server))
        , m_node(std::move(node))
    { }

    /// FeedBlind comes twice: when the connection is lost, and, with `times` 0, when it is back: then `last` is the end. Of a cluster, for
    /// each node.
    std::vector<Incident> find(const MonitorChange &change);

private:
    Incident incident(Incident::Kind kind, ServerTime at, std::string why) const;
    bool isStanding(const Incident &incident, const MonitorChange &change);
    void findBlindness(const MonitorChange &change, std::vector<Incident> &found);
    void becomeBlind(std::size_t number, const std::string &node, ServerTime since, const std::optional<Error> &error,
                     std::vector<Incident> &found);
    void seeAgain(std::size_t number, ServerTime at, std::vector<Incident> &found);

    std::string m_server;
    std::string m_node;
    std::map<std::size_t, Incident> m_blind;                ///< by the number of the node whose feed is blind; one server: 0
    std::set<std::pair<Incident::Kind, LockId>> m_reported; ///< states, since the watch began
};

} // namespace lockcore

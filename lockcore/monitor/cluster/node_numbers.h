// SPDX-License-Identifier: MIT
// Numbers for the primaries of a cluster. A primary keeps its number while it serves slots; the replica that is promoted in its place takes
// it over. Pure.
#pragma once

#include "lockcore/monitor/cluster/cluster_view.h"
#include "lockcore/redis/cluster_topology.h"

#include <map>

namespace lockcore {

class NodeNumbers
{
public:
    struct Change
    {
        std::vector<std::size_t> added;                                     ///< numbers
        std::vector<std::size_t> promoted;                                  ///< another server took the place
        std::vector<std::size_t> removed;                                   ///< it serves no slot any more
        std::vector<std::pair<std::size_t, std::vector<std::size_t>>> came; ///< slots: those that have come to a number from another one
    };

    Change set(const ClusterTopology &topology);

    const ClusterLayout &layout() const { return m_layout; }
    std::optional<std::size_t> numberOf(std::string_view id) const;                ///< of the primary with this id
    const std::string &idOf(std::size_t number) const { return m_ids.at(number); } ///< empty: it serves no slot any more

private:
    std::optional<std::size_t> placeFor(const ClusterTopology &topology, const ClusterTopology::Node &node) const;
    bool wasReplica(std::string_view id, std::string_view ofPrimary) const; ///< in the last topology

    std::vector<std::string> m_ids;                              ///< by number
    std::map<std::string, std::string, std::less<>> m_primaryOf; ///< of the replicas in the last topology: ids
    ClusterLayout m_layout;
};

} // namespace lockcore

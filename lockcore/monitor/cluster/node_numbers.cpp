// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster/node_numbers.h"

#include <algorithm>

namespace lockcore {

std::optional<std::size_t> NodeNumbers::numberOf(std::string_view id) const
{
    const auto found = id.empty() ? m_ids.end() : std::ranges::find(m_ids, id);
    return found == m_ids.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_ids.begin()));
}

// The number of the primary that had most of this node's slots, if it is gone, has failed or is a replica now, or if this node was its
// replica: for a moment, other nodes take the old primary for one without slots. Any other primary without slots has given them away.
std::optional<std::size_t> NodeNumbers::placeFor(const ClusterTopology &topology, const ClusterTopology::Node &node) const
{
    std::vector<std::size_t> common(m_ids.size());
    for (std::size_t slot = 0; slot < m_layout.owners.size(); ++slot) {
        if (m_layout.owners[slot] != ClusterLayout::nobody && topology.ownerOf(slot) == &node)
            ++common[m_layout.owners[slot]];
    }
    std::optional<std::size_t> best;
    for (std::size_t number = 0; number < common.size(); ++number) {
        const auto *before = topology.nodeWith(m_ids[number]);
        const bool isThere = before && !before->replica && before->healthy && !wasReplica(node.id, m_ids[number]);
        if (common[number] > 0 && !m_ids[number].empty() && !isThere && (!best || common[number] > common[*best]))
            best = number;
    }
    return best;
}

bool NodeNumbers::wasReplica(std::string_view id, std::string_view ofPrimary) const
{
    const auto known = m_primaryOf.find(id);
    return known != m_primaryOf.end() && known->second == ofPrimary;
}

NodeNumbers::Change NodeNumbers::set(const ClusterTopology &topology)
{
    Change change;
    const auto primaries = topology.primaries();
    std::vector<std::string> ids(m_ids.size());
    for (const auto *node : primaries) {
        if (const auto number = numberOf(node->id))
            ids[*number] = node->id;
    }
    for (const auto *node : primaries) {
        if (numberOf(node->id))
            continue;
        if (const auto place = placeFor(topology, *node); place && ids[*place].empty()) {
            change.promoted.push_back(*place);
            ids[*place] = node->id;
        } else {
            change.added.push_back(ids.size());
            ids.push_back(node->id);
        }
    }
    for (std::size_t number = 0; number < m_ids.size(); ++number) {
        if (ids[number].empty() && !m_ids[number].empty())
            change.removed.push_back(number);
    }
    m_ids = std::move(ids);
    m_primaryOf.clear();
    for (const auto &node : topology.nodes) {
        if (node.replica)
            m_primaryOf.emplace(node.id, node.primary);
    }

    ClusterLayout layout;
    layout.nodes = std::ssize(topology.nodes);
    layout.slotsServed = static_cast<std::int64_t>(topology.served());
    layout.owners.assign(slotCount, ClusterLayout::nobody);
    std::vector<std::vector<std::size_t>> came(m_ids.size());
    for (const auto &id : m_ids) {
        const auto *node = topology.nodeWith(id);
        layout.addresses.push_back(node ? toString(node->address) : std::string());
    }
    std::vector<std::uint16_t> numbers(topology.nodes.size(), ClusterLayout::nobody);
    for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
        if (const auto number = numberOf(topology.nodes[i].id))
            numbers[i] = static_cast<std::uint16_t>(*number);
    }
    for (std::size_t slot = 0; slot < slotCount; ++slot) {
        const auto owner = topology.owners[slot];
        layout.owners[slot] = owner == ClusterTopology::nobody ? ClusterLayout::nobody : numbers.at(owner);
        const bool isKnown = !m_layout.owners.empty();
        if (isKnown && layout.owners[slot] != m_layout.owners[slot] && layout.owners[slot] != ClusterLayout::nobody)
            came[layout.owners[slot]].push_back(slot);
    }
    for (std::size_t number = 0; number < came.size(); ++number) {
        if (!came[number].empty())
            change.came.emplace_back(number, std::move(came[number]));
    }
    m_layout = std::move(layout);
    return change;
}

} // namespace lockcore

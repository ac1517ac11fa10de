// SPDX-License-Identifier: MIT
#include "lockcore/redis/cluster_topology.h"

#include <algorithm>
#include <set>

namespace lockcore {

const ClusterTopology::Node *ClusterTopology::ownerOf(std::size_t slot) const
{
    const auto owner = owners.at(slot);
    return owner == nobody ? nullptr : &nodes.at(owner);
}

const ClusterTopology::Node *ClusterTopology::nodeWith(std::string_view id) const
{
    const auto found = std::ranges::find(nodes, id, &Node::id);
    return found == nodes.end() ? nullptr : &*found;
}

const ClusterTopology::Node *ClusterTopology::nodeAt(const HostPort &announced) const
{
    const auto found = std::ranges::find(nodes, announced, &Node::announced);
    return found == nodes.end() ? nullptr : &*found;
}

std::vector<const ClusterTopology::Node *> ClusterTopology::primaries() const
{
    const std::set<std::uint16_t> serving(owners.begin(), owners.end());
    std::vector<const Node *> found;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (serving.contains(static_cast<std::uint16_t>(i)))
            found.push_back(&nodes[i]);
    }
    return found;
}

std::size_t ClusterTopology::slotsOf(const Node &node) const
{
    return static_cast<std::size_t>(std::ranges::count(owners, static_cast<std::uint16_t>(&node - nodes.data())));
}

std::size_t ClusterTopology::covered() const { return owners.size() - static_cast<std::size_t>(std::ranges::count(owners, nobody)); }

std::size_t ClusterTopology::served() const
{
    return static_cast<std::size_t>(std::ranges::count_if(owners, [&](auto owner) { return owner != nobody && nodes.at(owner).healthy; }));
}

namespace {

using Node = ClusterTopology::Node;

constexpr std::size_t mostNodes = 10'000; // a cluster has at most about 1,000

Error malformed(const char *what)
{
    return {ErrorKind::Protocol, std::string("the answer about the cluster's nodes is not in the known form: ") + what, "malformed"};
}

std::optional<int> portIn(const Reply &reply)
{
    const auto port = reply.toInteger().value_or(0);
    return port >= 1 && port <= 65'535 ? std::optional(static_cast<int>(port)) : std::nullopt;
}

// A node that does not know its own address announces none; one whose hostname is not set may announce "?".
bool isHost(const Bytes &text) { return !text.empty() && text != "?"; }

/// Slots and the nodes that serve them, as they are read; the nodes are sorted afterwards.
class Draft
{
public:
    bool full() const { return m_nodes.size() >= mostNodes; }

    // The index of the node; one that is there already is not added again.
    std::size_t add(Node node)
    {
        const auto found = std::ranges::find(m_nodes, node.id, &Node::id);
        if (found != m_nodes.end())
            return static_cast<std::size_t>(found - m_nodes.begin());
        m_nodes.push_back(std::move(node));
        return m_nodes.size() - 1;
    }

    bool assign(const Reply &first, const Reply &last, const std::optional<std::string> &owner)
    {
        const auto from = first.toInteger().value_or(-1);
        const auto to = last.toInteger().value_or(-1);
        if (from < 0 || to < from || to >= static_cast<std::int64_t>(slotCount))
            return false;
        if (owner)
            m_ranges.push_back({static_cast<std::size_t>(from), static_cast<std::size_t>(to), *owner});
        return true;
    }

    ClusterTopology finished() &&
    {
        ClusterTopology topology;
        std::ranges::sort(m_nodes, {}, &Node::id);
        for (const auto &range : m_ranges) {
            const auto owner = std::ranges::lower_bound(m_nodes, range.owner, {}, &Node::id) - m_nodes.begin();
            std::fill(topology.owners.begin() + static_cast<std::ptrdiff_t>(range.first),
                      topology.owners.begin() + static_cast<std::ptrdiff_t>(range.last) + 1, static_cast<std::uint16_t>(owner));
        }
        topology.nodes = std::move(m_nodes);
        return topology;
    }

private:
    struct Range
    {
        std::size_t first;
        std::size_t last;
        std::string owner;
    };
    std::vector<Node> m_nodes;
    std::vector<Range> m_ranges;
};

// The value of a name in a flat list of names and values.
const Reply *valueOf(const Reply &map, std::string_view name)
{
    for (std::size_t i = 0; i + 1 < map.elements.size(); i += 2) {
        if (map.elements[i].text == name)
            return &map.elements[i + 1];
    }
    return nullptr;
}

Bytes textOf(const Reply &map, std::string_view name)
{
    const auto *value = valueOf(map, name);
    return value ? value->text : Bytes();
}

std::optional<Node> nodeInShard(const Reply &reply, const HostPort &asked, bool tls)
{
    Node node;
    node.id = textOf(reply, "id");
    const auto *port = valueOf(reply, tls ? "tls-port" : "port");
    if (!port) // TLS on some nodes only: the connection to it will say so
        port = valueOf(reply, tls ? "port" : "tls-port");
    const auto number = port ? portIn(*port) : std::nullopt;
    if (node.id.empty() || !number)
        return std::nullopt;
    const auto endpoint = textOf(reply, "endpoint");
    node.announced = {isHost(endpoint) ? endpoint : asked.host, *number};
    const auto hostname = textOf(reply, "hostname");
    node.hostname = isHost(hostname) ? hostname : Bytes();
    node.replica = textOf(reply, "role") != "master";
    node.healthy = textOf(reply, "health") == "online";
    return node;
}

// [address, port, id, [name, value …]]; before 7.0 without the last.
std::optional<Node> nodeInSlots(const Reply &reply, const HostPort &asked)
{
    if (reply.elements.size() < 3)
        return std::nullopt;
    Node node;
    node.id = reply.elements[2].text;
    const auto port = portIn(reply.elements[1]);
    if (node.id.empty() || !port)
        return std::nullopt;
    node.announced = {isHost(reply.elements[0].text) ? reply.elements[0].text : asked.host, *port};
    if (reply.elements.size() > 3) {
        const auto hostname = textOf(reply.elements[3], "hostname");
        node.hostname = isHost(hostname) ? hostname : Bytes();
    }
    return node;
}

bool readShard(const Reply &shard, const HostPort &asked, bool tls, Draft &draft)
{
    const auto *served = valueOf(shard, "slots");
    const auto *replies = valueOf(shard, "nodes");
    if (!served || !replies || served->elements.size() % 2 != 0)
        return false;
    std::vector<Node> nodes;
    for (const auto &reply : replies->elements) {
        auto node = nodeInShard(reply, asked, tls);
        if (!node || draft.full())
            return false;
        nodes.push_back(*std::move(node));
    }
    // After a failover, a failed primary may still be listed as a primary of the same shard.
    const auto serving = [](const Node &node) { return !node.replica && node.healthy; };
    auto primary = std::ranges::find_if(nodes, serving);
    if (primary == nodes.end())
        primary = std::ranges::find(nodes, false, &Node::replica);
    const auto owner = primary == nodes.end() ? std::nullopt : std::optional(primary->id);
    for (auto &node : nodes) {
        if (node.replica && owner)
            node.primary = *owner;
        draft.add(std::move(node));
    }
    for (std::size_t i = 0; i < served->elements.size(); i += 2) {
        if (!draft.assign(served->elements[i], served->elements[i + 1], owner))
            return false;
    }
    return true;
}

bool readRange(const Reply &range, const HostPort &asked, Draft &draft)
{
    if (range.elements.size() < 3)
        return false;
    std::optional<std::string> owner;
    for (std::size_t i = 2; i < range.elements.size(); ++i) {
        auto node = nodeInSlots(range.elements[i], asked);
        if (!node || draft.full())
            return false;
        node->replica = owner.has_value();
        if (owner)
            node->primary = *owner;
        else
            owner = node->id;
        draft.add(*std::move(node));
    }
    return draft.assign(range.elements[0], range.elements[1], owner);
}

} // namespace

Result<ClusterTopology> topologyInShards(const Reply &shards, const HostPort &asked, bool tls)
{
    Draft draft;
    if (!shards.isArray())
        return malformed("CLUSTER SHARDS is no list");
    for (const auto &shard : shards.elements) {
        if (!readShard(shard, asked, tls, draft))
            return malformed("a shard in CLUSTER SHARDS");
    }
    return std::move(draft).finished();
}

Result<ClusterTopology> topologyInSlots(const Reply &ranges, const HostPort &asked)
{
    Draft draft;
    if (!ranges.isArray())
        return malformed("CLUSTER SLOTS is no list");
    for (const auto &range : ranges.elements) {
        if (!readRange(range, asked, draft))
            return malformed("a range in CLUSTER SLOTS");
    }
    return std::move(draft).finished();
}

Endpoint endpointOf(const HostPort &address, const Endpoint &cluster)
{
    auto endpoint = cluster;
    endpoint.cluster.reset();
    endpoint.host = address.host;
    endpoint.port = address.port;
    return endpoint;
}

Endpoint endpointOf(const ClusterTopology::Node &node, const Endpoint &cluster)
{
    auto endpoint = endpointOf(node.address, cluster);
    if (endpoint.transport == Endpoint::Transport::Tls && endpoint.tls.serverName.empty())
        endpoint.tls.serverName = node.hostname;
    return endpoint;
}

Endpoint endpointAt(const HostPort &announced, const ClusterTopology &topology, const Endpoint &cluster)
{
    if (const auto *node = topology.nodeAt(announced))
        return endpointOf(*node, cluster);
    return endpointOf(reachable(cluster.cluster->reachable, announced), cluster);
}

Error noNode() { return {ErrorKind::Refused, "no node of the cluster serves the slot of this key for now", "no-node"}; }

std::optional<Error> uncovered(const ClusterTopology &topology)
{
    const auto missing = slotCount - topology.covered();
    if (missing == 0)
        return std::nullopt;
    const auto first = std::ranges::find(topology.owners, ClusterTopology::nobody) - topology.owners.begin();
    return Error{ErrorKind::Refused,
                 std::to_string(missing) + " of the cluster's 16384 slots have no node, the first is slot " + std::to_string(first)
                     + ": keys in them can be neither read nor written. `redis-cli --cluster check HOST:PORT` shows what is missing",
                 "no-slots"};
}

} // namespace lockcore

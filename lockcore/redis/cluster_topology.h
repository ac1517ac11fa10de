// SPDX-License-Identifier: MIT
// Which nodes a Redis Cluster has, and which of them serves which slot: as one of its nodes said. A value, its parsers without I/O (any
// thread), and the question to the nodes (on the thread of the loop). Sources: CLUSTER SHARDS, CLUSTER SLOTS and CLUSTER INFO of Redis.
#pragma once

#include "lockcore/base/reply.h"
#include "lockcore/base/task.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"
#include "lockcore/redis/key_slot.h"

#include <cstdint>

namespace lockcore {

struct ClusterTopology
{
    struct Node
    {
        std::string id;
        HostPort address;     ///< where it is reached from here: the announced address, or what the endpoint's map says about it
        HostPort announced;   ///< the address in MOVED and ASK; the host is that of the node that was asked if it announces none
        std::string hostname; ///< the name in its TLS certificate; empty: not announced
        bool replica = false;
        std::string primary; ///< of a replica: the id of its primary; empty: not known
        bool healthy = true; ///< false: the cluster takes it for failed, or it is loading its data. CLUSTER SLOTS does not say it
        bool operator==(const Node &) const = default;
    };
    static constexpr std::uint16_t nobody = 0xffff;

    std::vector<Node> nodes;                                                           ///< sorted by id
    std::vector<std::uint16_t> owners = std::vector<std::uint16_t>(slotCount, nobody); ///< by slot: index of the primary in `nodes`

    /// The highest configuration epoch that the answering node has heard of: of two answers, the one with the lower epoch is the older one.
    /// 0: not known. It is no part of the comparison.
    std::int64_t epoch = 0;
    bool serves = true; ///< the answering node says that the cluster's state is "ok"

    const Node *ownerOf(std::size_t slot) const;         ///< null: no node serves it
    const Node *nodeWith(std::string_view id) const;     ///< null: none
    const Node *nodeAt(const HostPort &announced) const; ///< null: none
    std::vector<const Node *> primaries() const;         ///< those that serve a slot
    std::size_t slotsOf(const Node &node) const;         ///< how many it serves
    std::size_t covered() const;                         ///< slots that have a node
    std::size_t served() const;                          ///< slots whose node the cluster does not take for failed

    /// The same nodes, roles, addresses, health and owners; `epoch` and `serves` may differ.
    bool operator==(const ClusterTopology &other) const { return nodes == other.nodes && owners == other.owners; }
};

/// The nodes of an answer. `asked`: the address that was used, for nodes that announce none. `tls`: which of a node's ports to take.
/// Protocol "malformed": not such an answer. RESP3's maps are their flat lists.
Result<ClusterTopology> topologyInShards(const Reply &shards, const HostPort &asked, bool tls);
Result<ClusterTopology> topologyInSlots(const Reply &ranges, const HostPort &asked);

/// Asks the seeds, each 100 ms after the one before, until one has a good answer: one that knows an epoch of at least `leastEpoch`, and says
/// that the cluster works. An answer that is not good names further nodes to ask, at most 8. Without a good answer in `timeout`, the one with
/// the highest epoch counts. Errors: Refused "not-a-cluster",
/// "no-cluster-command" (a proxy, or a Sentinel), "cluster-noperm" (the user may not use CLUSTER), "no-slots" (no slot has a node);
/// Server (WRONGPASS, NOAUTH …); Transport "no-cluster-node" (none answers).
Task<Result<ClusterTopology>> topologyOf(Endpoint cluster, Milliseconds timeout, EventLoop &loop, Clock &clock,
                                         std::int64_t leastEpoch = 0);

/// The address of one node, with the cluster's credentials. Over TLS, its certificate is checked for the URL's server-name, else for the
/// announced hostname, else for its host.
Endpoint endpointOf(const ClusterTopology::Node &node, const Endpoint &cluster);
Endpoint endpointOf(const HostPort &address,
                    const Endpoint &cluster); ///< of a node of which only this is known; as it is reached from here

/// Of the node that announces this address, also if the topology does not have it.
Endpoint endpointAt(const HostPort &announced, const ClusterTopology &topology, const Endpoint &cluster);

/// Refused "no-node": no node serves the slot of a key for now.
Error noNode();

/// A sentence about the slots that no node serves; none if all are served.
std::optional<Error> uncovered(const ClusterTopology &topology);

} // namespace lockcore

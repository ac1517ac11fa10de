// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/home_node.h"

#include "lockcore/redis/cluster_topology.h"

namespace lockcore {

Task<Result<Endpoint>> homeOf(Endpoint endpoint, Bytes key, Milliseconds timeout, EventLoop &loop, Clock &clock)
{
    if (!endpoint.cluster)
        co_return endpoint;
    const auto topology = co_await topologyOf(endpoint, timeout, loop, clock);
    if (!topology)
        co_return topology.error();
    const auto *node = topology->ownerOf(slotOf(key));
    if (!node)
        co_return Error{ErrorKind::Refused, "no node of the cluster serves the slot of this key for now", "no-node"};
    co_return endpointOf(*node, endpoint);
}

Task<Result<Endpoint>> nextHomeOf(Endpoint endpoint, Bytes key, Milliseconds timeout, EventLoop &loop, Clock &clock)
{
    co_await clock.after(std::chrono::seconds(1));
    co_return co_await homeOf(std::move(endpoint), std::move(key), timeout, loop, clock);
}

} // namespace lockcore

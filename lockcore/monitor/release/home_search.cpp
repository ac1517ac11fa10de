// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/home_search.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/redis/cluster_topology.h"

namespace lockcore {

Task<Result<Endpoint>> HomeSearch::next()
{
    if (m_homes++ > 0)
        co_await m_clock.after(std::chrono::seconds(1));
    if (!m_given.cluster)
        co_return m_given;
    const auto topology = co_await topologyOf(m_given, m_timeout, m_loop, m_clock);
    if (!topology)
        co_return topology.error();
    const auto *node = topology->ownerOf(slotOf(m_key));
    if (!node)
        co_return noNode();
    co_return endpointOf(*node, m_given);
}

Task<Result<Endpoint>> homeOfAll(Endpoint given, std::vector<Bytes> keys, Milliseconds timeout, EventLoop &loop, Clock &clock)
{
    if (!given.cluster)
        co_return given;
    const auto topology = co_await topologyOf(given, timeout, loop, clock);
    if (!topology)
        co_return topology.error();
    const ClusterTopology::Node *home = nullptr;
    for (const auto &key : keys) {
        const auto *node = topology->ownerOf(slotOf(key));
        if (!node)
            co_return noNode();
        if (home && node != home)
            co_return Error{ErrorKind::Refused,
                            "these keys are on several nodes, such as " + toString(home->address) + " and " + toString(node->address),
                            "several-nodes"};
        home = node;
    }
    co_return endpointOf(*home, given);
}

bool HomeSearch::mayBeElsewhere(const std::optional<Error> &error) const
{
    constexpr int mostHomes = 4;
    return m_given.cluster && error && isElsewhere(*error) && m_homes < mostHomes;
}

} // namespace lockcore

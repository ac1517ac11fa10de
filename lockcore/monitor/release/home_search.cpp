// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/home_search.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

namespace {

Result<Endpoint> homeIn(const ClusterTopology &topology, const std::vector<Bytes> &keys, const Endpoint &given)
{
    const ClusterTopology::Node *home = nullptr;
    for (const auto &key : keys) {
        const auto *node = topology.ownerOf(slotOf(key));
        if (!node)
            return noNode();
        if (home && node != home)
            return Error{ErrorKind::Refused,
                         "these keys are on several nodes, such as " + toString(home->address) + " and " + toString(node->address),
                         "several-nodes"};
        home = node;
    }
    return home ? Result<Endpoint>(endpointOf(*home, given)) : Result<Endpoint>(noNode());
}

} // namespace

Task<Result<Endpoint>> HomeSearch::next()
{
    if (m_homes++ > 0)
        co_await m_clock.after(std::chrono::seconds(1));
    if (!m_given.cluster)
        co_return m_given;
    auto topology = co_await topologyOf(m_given, m_timeout, m_loop, m_clock);
    if (!topology)
        co_return topology.error();
    m_topology = *std::move(topology);
    const std::vector<Bytes> keys = {m_key};
    co_return homeIn(m_topology, keys, m_given);
}

Task<Result<Endpoint>> homeOfAll(Endpoint given, std::vector<Bytes> keys, Milliseconds timeout, EventLoop &loop, Clock &clock)
{
    if (!given.cluster)
        co_return given;
    const auto topology = co_await topologyOf(given, timeout, loop, clock);
    if (!topology)
        co_return topology.error();
    co_return homeIn(*topology, keys, given);
}

bool HomeSearch::mayBeElsewhere(const std::optional<Error> &error) const
{
    constexpr int mostHomes = 4;
    return m_given.cluster && error && isOnItsWay(*error) && m_homes < mostHomes;
}

} // namespace lockcore

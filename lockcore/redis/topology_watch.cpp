// SPDX-License-Identifier: MIT
#include "lockcore/redis/topology_watch.h"

#include <algorithm>
#include <random>

namespace lockcore {

namespace {

constexpr Milliseconds leastPause{1000};
constexpr Milliseconds usualPause{15'000};
constexpr Milliseconds mostPauseWhileIll{2000};
constexpr std::size_t mostCandidates = 16;

bool isWell(const ClusterTopology &topology)
{
    return topology.serves && std::ranges::all_of(topology.primaries(), [](const auto *node) { return node->healthy; });
}

// So that many clients do not ask at the same moment.
Milliseconds withJitter(Milliseconds pause)
{
    static thread_local std::mt19937_64 random{std::random_device{}()};
    return pause + Milliseconds(std::uniform_int_distribution<std::int64_t>(0, pause.count() / 4)(random));
}

} // namespace

TopologyWatch::TopologyWatch(Endpoint cluster, Milliseconds timeout, EventLoop &loop, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_cluster(std::move(cluster))
    , m_timeout(timeout)
    , m_loop(loop)
    , m_clock(clock)
    , m_timer(loop)
    , m_scope(loop)
{ }

TopologyWatch::~TopologyWatch() = default;

Task<Result<void>> TopologyWatch::open()
{
    auto found = co_await topologyOf(m_cluster, m_timeout, m_loop, m_clock);
    if (!found)
        co_return found.error();
    m_topology = *std::move(found);
    m_scope.start(run());
    co_return Result<void>();
}

void TopologyWatch::askSoon()
{
    m_wanted = true;
    if (m_wake)
        m_wake->complete();
}

void TopologyWatch::slotMoved(std::size_t slot, const HostPort &announced)
{
    askSoon();
    const auto *node = m_topology.nodeAt(announced);
    if (!node || node->replica || m_topology.ownerOf(slot) == node)
        return;
    auto topology = m_topology;
    topology.owners.at(slot) = static_cast<std::uint16_t>(node - m_topology.nodes.data());
    set(std::move(topology));
}

Waiting<void> TopologyWatch::askedAgain()
{
    askSoon();
    return m_waiters.emplace_back().waiting();
}

Task<void> TopologyWatch::run()
{
    for (;;) {
        co_await m_clock.after(withJitter(leastPause));
        if (!m_wanted) {
            m_wake.emplace();
            auto woken = m_wake->waiting();
            m_timer.start(wakeAfter(withJitter(usualPause) - leastPause));
            co_await woken;
            m_timer.cancel();
            m_wake.reset();
        }
        m_wanted = false;
        co_await ask();
    }
}

Task<void> TopologyWatch::wakeAfter(Duration pause)
{
    co_await m_clock.after(pause);
    if (m_wake)
        m_wake->complete();
}

Task<void> TopologyWatch::ask()
{
    auto found = co_await topologyOf(candidates(), m_timeout, m_loop, m_clock, m_topology.epoch);
    for (auto &waiter : std::exchange(m_waiters, {}))
        waiter.complete();
    if (!found) {
        emit failed(found.error());
        m_wanted = true;
        co_await m_clock.after(m_backoff.next());
        co_return;
    }
    const bool well = isWell(*found);
    set(*std::move(found));
    emit answered();
    if (well) {
        m_backoff.reset();
        co_return;
    }
    m_wanted = true; // a replica may take over at any moment
    co_await m_clock.after(std::min(m_backoff.next(), mostPauseWhileIll));
}

void TopologyWatch::set(ClusterTopology topology)
{
    const auto before = std::exchange(m_topology, std::move(topology));
    if (!(before == m_topology))
        emit changed(before);
}

// Nodes that are known to work first; the seeds in the end, because all known nodes may be gone.
Endpoint TopologyWatch::candidates() const
{
    std::vector<HostPort> addresses;
    const auto add = [&](const HostPort &address) {
        if (std::ranges::find(addresses, address) == addresses.end())
            addresses.push_back(address);
    };
    for (const bool replica : {false, true}) {
        for (const auto &node : m_topology.nodes) {
            if (node.healthy && node.replica == replica && addresses.size() < mostCandidates)
                add(node.address);
        }
    }
    std::ranges::for_each(m_cluster.cluster->nodes, add);
    auto endpoint = m_cluster;
    endpoint.cluster->nodes = std::move(addresses);
    return endpoint;
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "support/redis_cluster.h"

#include "support/eventually.h"

#include <algorithm>

namespace lockcore::test {

namespace {

std::unique_ptr<RedisServer> node()
{
    RedisServerOptions options;
    options.cluster = true;
    return std::make_unique<RedisServer>(std::move(options));
}

bool says(RedisServer &node, std::string_view words) { return node.command({"CLUSTER", "INFO"}).text.find(words) != std::string::npos; }

void insist(const Reply &reply)
{
    if (reply.isError())
        qFatal("the cluster refuses: %s", reply.text.c_str());
}

} // namespace

bool takeSlots(RedisServer &node, int first, int last)
{
    Command command = {"CLUSTER", "ADDSLOTS"}; // ADDSLOTSRANGE is newer
    for (int slot = first; slot <= last; ++slot)
        command.push_back(std::to_string(slot));
    insist(node.command(command));
    return last - first < lastSlot || eventually([&] { return says(node, "cluster_state:ok"); });
}

RedisCluster::RedisCluster()
    : m_nodes{node(), node()}
{
    takeSlots(*m_nodes[0], 0, lastSlot / 2);
    takeSlots(*m_nodes[1], lastSlot / 2 + 1, lastSlot);
    const auto port = std::to_string(m_nodes[1]->tcpEndpoint().port);
    insist(m_nodes[0]->command({"CLUSTER", "MEET", "127.0.0.1", port}));
    const auto whole = [](const auto &each) { return says(*each, "cluster_state:ok") && says(*each, "cluster_slots_assigned:16384"); };
    if (!eventually([&] { return std::ranges::all_of(m_nodes, whole); }))
        qFatal("the nodes do not become a cluster: %s", m_nodes[0]->log().constData());
}

RedisServer &RedisCluster::home(const std::string &key)
{
    const bool elsewhere = m_nodes[0]->command({"TYPE", key}).text.starts_with("MOVED");
    return *m_nodes[elsewhere ? 1 : 0];
}

RedisServer &RedisCluster::other(const std::string &key) { return *m_nodes[&home(key) == m_nodes[0].get() ? 1 : 0]; }

RedisServer &RedisCluster::replicaOf(RedisServer &primary)
{
    auto &replica = m_replicas[&primary];
    if (replica)
        return *replica;
    replica = node();
    insist(replica->command({"CLUSTER", "MEET", "127.0.0.1", std::to_string(primary.tcpEndpoint().port)}));
    const auto follows = [&] { return !replica->command({"CLUSTER", "REPLICATE", id(primary)}).isError(); };
    const auto isLinked = [&] { return replica->command({"INFO", "replication"}).text.find("master_link_status:up") != std::string::npos; };
    if (!eventually(follows) || !eventually([&] { return isLinked() && says(*replica, "cluster_state:ok"); }))
        qFatal("the replica does not follow its primary: %s", replica->log().constData());
    return *replica;
}

void RedisCluster::setDown(RedisServer &node, bool down)
{
    const auto slot = &node == m_nodes[0].get() ? "0" : std::to_string(lastSlot);
    insist(node.command({"CLUSTER", down ? "DELSLOTS" : "ADDSLOTS", slot}));
    if (!eventually([&] { return says(node, down ? "cluster_state:fail" : "cluster_state:ok"); }))
        qFatal("the cluster does not notice it: %s", node.log().constData());
}

std::string RedisCluster::address(const RedisServer &node) const { return "127.0.0.1:" + std::to_string(node.tcpEndpoint().port); }

void RedisCluster::beginMove(const std::string &key)
{
    auto &from = home(key);
    auto &to = other(key);
    insist(to.command({"CLUSTER", "SETSLOT", slot(key), "IMPORTING", id(from)}));
    insist(from.command({"CLUSTER", "SETSLOT", slot(key), "MIGRATING", id(to)}));
}

void RedisCluster::moveKey(const std::string &key)
{
    auto &from = home(key);
    insist(from.command({"MIGRATE", "127.0.0.1", std::to_string(other(key).tcpEndpoint().port), key, "0", "5000"}));
}

void RedisCluster::endMove(const std::string &key)
{
    auto &from = home(key);
    auto &to = other(key);
    insist(to.command({"CLUSTER", "SETSLOT", slot(key), "NODE", id(to)}));
    insist(from.command({"CLUSTER", "SETSLOT", slot(key), "NODE", id(to)}));
}

std::string RedisCluster::slot(const std::string &key) { return std::to_string(m_nodes[0]->command({"CLUSTER", "KEYSLOT", key}).integer); }

std::string RedisCluster::id(RedisServer &node) { return node.command({"CLUSTER", "MYID"}).text; }

} // namespace lockcore::test

// SPDX-License-Identifier: MIT
#include "support/redis_cluster.h"

#include "support/eventually.h"

#include <algorithm>

namespace lockcore::test {

namespace {

bool says(RedisServer &node, std::string_view words) { return node.command({"CLUSTER", "INFO"}).text.find(words) != std::string::npos; }

void accept(const Reply &reply)
{
    if (reply.isError())
        qFatal("the cluster refuses: %s", reply.text.c_str());
}

void expect(bool done, const char *what, const RedisServer &node)
{
    if (!done)
        qFatal("%s: %s", what, node.log().constData());
}

std::string port(const RedisServer &node) { return std::to_string(node.tcpEndpoint().port); }

// The nodes of a cluster with TLS find each other by these ports.
std::string tlsPort(const RedisServer &node) { return std::to_string(node.tlsEndpoint().port); }

// ["master", …] or ["slave", host, port, state, …]
bool isPrimary(RedisServer &node)
{
    const auto role = node.command({"ROLE"});
    return !role.elements.empty() && role.elements[0].text == "master";
}

} // namespace

bool takeSlots(RedisServer &node, int first, int last)
{
    Command command = {"CLUSTER", "ADDSLOTS"}; // ADDSLOTSRANGE is newer
    for (int slot = first; slot <= last; ++slot)
        command.push_back(std::to_string(slot));
    accept(node.command(command));
    return last - first < lastSlot || eventually([&] { return says(node, "cluster_state:ok"); });
}

RedisCluster::RedisCluster(RedisClusterOptions options)
    : m_options(std::move(options))
{
    const auto count = static_cast<int>(m_options.primaries);
    for (int i = 0; i < count; ++i) {
        auto &server = *m_servers.emplace_back(node());
        accept(server.command({"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(i + 1)})); // else they need a while to agree
        takeSlots(server, i * (lastSlot + 1) / count, (i + 1) * (lastSlot + 1) / count - 1);
        if (i > 0)
            meet(server);
    }
    waitUntilWhole();
    if (m_options.replicas) {
        for (auto *primary : primaries())
            replicaOf(*primary);
        waitUntilWhole();
    }
}

std::unique_ptr<RedisServer> RedisCluster::node() const
{
    RedisServerOptions options;
    options.cluster = true;
    options.password = m_options.password;
    options.tls = m_options.tls;
    options.config = m_options.config + QStringList{QStringLiteral("cluster-replica-validity-factor 0")};
    if (m_options.tls)
        options.config << QStringLiteral("tls-cluster yes");
    if (!m_options.password.empty())
        options.config << QStringLiteral("masterauth ") + QString::fromStdString(m_options.password);
    return std::make_unique<RedisServer>(std::move(options));
}

void RedisCluster::meet(RedisServer &node)
{
    const auto &first = *servers().front();
    accept(node.command({"CLUSTER", "MEET", "127.0.0.1", m_options.tls ? tlsPort(first) : port(first)}));
}

void RedisCluster::waitUntilWhole()
{
    const auto known = "cluster_known_nodes:" + std::to_string(m_servers.size()) + '\r';
    const auto whole = [&](auto *each) {
        return says(*each, "cluster_state:ok") && says(*each, "cluster_slots_assigned:16384") && says(*each, known);
    };
    expect(eventually([&] { return std::ranges::all_of(servers(), whole); }), "the nodes do not become a cluster", *m_servers.front());
}

Endpoint RedisCluster::endpoint() const
{
    auto endpoint = m_options.tls ? m_servers.front()->tlsEndpoint() : m_servers.front()->tcpEndpoint();
    auto &seeds = endpoint.cluster.emplace();
    for (const auto &server : m_servers)
        seeds.nodes.push_back({"127.0.0.1", (m_options.tls ? server->tlsEndpoint() : server->tcpEndpoint()).port});
    return endpoint;
}

std::vector<RedisServer *> RedisCluster::servers() const
{
    std::vector<RedisServer *> running;
    for (const auto &server : m_servers) {
        if (server->isRunning())
            running.push_back(server.get());
    }
    return running;
}

std::vector<RedisServer *> RedisCluster::primaries() const
{
    auto found = servers();
    std::erase_if(found, [](auto *server) { return !isPrimary(*server); });
    return found;
}

RedisServer *RedisCluster::findHome(const std::string &key) const
{
    const auto serves = [&](auto *server) {
        const auto type = server->command({"TYPE", key}).text;
        return !type.starts_with("MOVED") && !type.starts_with("CLUSTERDOWN");
    };
    const auto all = primaries(); // a replica may answer TYPE
    const auto found = std::ranges::find_if(all, serves);
    return found == all.end() ? nullptr : *found;
}

RedisServer &RedisCluster::home(const std::string &key)
{
    auto *found = findHome(key);
    expect(found, "no node serves the key", *m_servers.front());
    return *found;
}

RedisServer &RedisCluster::other(const std::string &key)
{
    const auto &here = home(key);
    for (auto *server : primaries()) {
        if (server != &here)
            return *server;
    }
    qFatal("the cluster has only one primary");
}

RedisServer *RedisCluster::findReplica(RedisServer &primary) const
{
    for (auto *server : servers()) {
        const auto role = server->command({"ROLE"});
        if (role.elements.size() > 2 && role.elements[0].text == "slave" && role.elements[2].toInteger() == primary.tcpEndpoint().port)
            return server;
    }
    return nullptr;
}

RedisServer &RedisCluster::replicaOf(RedisServer &primary)
{
    if (auto *replica = findReplica(primary))
        return *replica;
    auto &replica = *m_servers.emplace_back(node());
    meet(replica);
    const auto follows = [&] { return !replica.command({"CLUSTER", "REPLICATE", id(primary)}).isError(); };
    const auto isLinked = [&] { return replica.command({"INFO", "replication"}).text.find("master_link_status:up") != std::string::npos; };
    expect(eventually(follows) && eventually([&] { return isLinked() && says(replica, "cluster_state:ok"); }),
           "the replica does not follow its primary", replica);
    return replica;
}

void RedisCluster::setDown(RedisServer &node, bool down)
{
    if (down) {
        const auto ranges = node.command({"CLUSTER", "SLOTS"});
        const auto isOwn = [&](const Reply &range) { return range.elements.at(2).elements.at(1).integer == node.tcpEndpoint().port; };
        const auto own = std::ranges::find_if(ranges.elements, isOwn);
        m_downSlot = std::to_string(own->elements.at(0).integer);
    }
    accept(node.command({"CLUSTER", down ? "DELSLOTS" : "ADDSLOTS", m_downSlot}));
    expect(eventually([&] { return says(node, down ? "cluster_state:fail" : "cluster_state:ok"); }), "the cluster does not notice it",
           node);
}

std::string RedisCluster::address(const RedisServer &node) const { return "127.0.0.1:" + port(node); }

void RedisCluster::beginMove(const std::string &key)
{
    auto &from = home(key);
    auto &to = other(key);
    accept(to.command({"CLUSTER", "SETSLOT", slot(key), "IMPORTING", id(from)}));
    accept(from.command({"CLUSTER", "SETSLOT", slot(key), "MIGRATING", id(to)}));
}

void RedisCluster::moveKey(const std::string &key)
{
    auto &from = home(key);
    Command command = {"MIGRATE", "127.0.0.1", port(other(key)), key, "0", "5000"};
    if (!m_options.password.empty())
        command.insert(command.end(), {"AUTH", m_options.password});
    accept(from.command(command));
}

void RedisCluster::endMove(const std::string &key)
{
    auto &from = home(key);
    auto &to = other(key);
    accept(to.command({"CLUSTER", "SETSLOT", slot(key), "NODE", id(to)}));
    accept(from.command({"CLUSTER", "SETSLOT", slot(key), "NODE", id(to)}));
}

void RedisCluster::abandonMove(const std::string &key)
{
    auto &from = home(key);
    auto &to = other(key);
    const auto left = commandWhereItMoves(key, {"PTTL", key}).integer;
    const auto value = commandWhereItMoves(key, {"DUMP", key}).text;
    accept(from.command({"CLUSTER", "SETSLOT", slot(key), "STABLE"}));
    accept(from.command({"RESTORE", key, std::to_string(left), value}));
    commandWhereItMoves(key, {"DEL", key});
    accept(to.command({"CLUSTER", "SETSLOT", slot(key), "STABLE"}));
}

Reply RedisCluster::commandWhereItMoves(const std::string &key, const Command &command)
{
    auto &to = other(key);
    accept(to.command({"ASKING"}));
    return to.command(command);
}

void RedisCluster::move(const std::string &key)
{
    beginMove(key);
    auto &from = home(key);
    for (;;) {
        const auto keys = from.command({"CLUSTER", "GETKEYSINSLOT", slot(key), "1000"});
        if (keys.elements.empty())
            break;
        for (const auto &each : keys.elements)
            moveKey(each.text);
    }
    endMove(key);
}

void RedisCluster::failOver(const std::string &key)
{
    auto &before = home(key);
    auto &replica = replicaOf(before);
    accept(replica.command({"CLUSTER", "FAILOVER"}));
    expect(eventually([&] { return isPrimary(replica) && !isPrimary(before); }), "the replica does not take over", replica);
    waitForHome(key);
}

void RedisCluster::stopReplication(const std::string &key)
{
    auto &primary = home(key);
    auto &replica = replicaOf(primary);
    accept(replica.command({"CONFIG", "SET", "masterauth", "wrong"}));
    accept(replica.command({"CONFIG", "SET", "masteruser", "nobody"}));
    accept(primary.command({"CLIENT", "KILL", "TYPE", "replica"}));
    const auto isCut = [&] { return replica.command({"INFO", "replication"}).text.find("master_link_status:down") != std::string::npos; };
    expect(eventually(isCut), "the replica still follows its primary", replica);
}

void RedisCluster::killHome(const std::string &key) { home(key).kill(); }

RedisServer &RedisCluster::waitForHome(const std::string &key)
{
    const auto serves = [&] { return findHome(key) != nullptr; };
    const auto agree = [&] {
        const auto moved = "MOVED " + slot(key) + ' ' + address(*findHome(key));
        return std::ranges::all_of(servers(), [&](auto *each) {
            return says(*each, "cluster_state:ok") && (each == findHome(key) || each->command({"PERSIST", key}).text == moved);
        });
    };
    expect(eventually([&] { return serves() && agree(); }), "no node takes over", *servers().front());
    return home(key);
}

std::string RedisCluster::slot(const std::string &key)
{
    return std::to_string(servers().front()->command({"CLUSTER", "KEYSLOT", key}).integer);
}

std::string RedisCluster::id(RedisServer &node) { return node.command({"CLUSTER", "MYID"}).text; }

} // namespace lockcore::test

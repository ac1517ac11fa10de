// SPDX-License-Identifier: MIT
// What is read in the answers of a cluster's nodes, without a server.
#include "support/test_program.h"

#include "lockcore/redis/cluster_topology.h"

#include <QTest>

using namespace lockcore;

namespace {

Reply map(std::initializer_list<std::pair<const char *, Reply>> entries)
{
    std::vector<Reply> flat;
    for (const auto &[name, value] : entries) {
        flat.push_back(Reply::bulk(name));
        flat.push_back(value);
    }
    return Reply::array(std::move(flat));
}

Reply numbers(std::vector<std::int64_t> values)
{
    std::vector<Reply> replies;
    for (const auto value : values)
        replies.push_back(Reply::number(value));
    return Reply::array(std::move(replies));
}

Reply shardNode(const char *id, const Reply &endpoint, std::int64_t port, const char *role, const char *health = "online")
{
    return map({{"id", Reply::bulk(id)},
                {"port", Reply::number(port)},
                {"tls-port", Reply::number(port + 100)},
                {"ip", Reply::bulk("10.0.0.9")},
                {"endpoint", endpoint},
                {"hostname", Reply::bulk("redis.example")},
                {"role", Reply::bulk(role)},
                {"replication-offset", Reply::number(7)},
                {"health", Reply::bulk(health)}});
}

Reply shard(std::vector<std::int64_t> ranges, std::vector<Reply> nodes)
{
    return map({{"slots", numbers(std::move(ranges))}, {"nodes", Reply::array(std::move(nodes))}});
}

const HostPort asked{"seed.example", 7000};

ClusterTopology read(const Result<ClusterTopology> &topology)
{
    if (!topology)
        qFatal("%s", topology.error().text.c_str());
    return *topology;
}

} // namespace

class TestClusterTopology final : public QObject
{
    Q_OBJECT

private slots:
    void shards_giveNodesAndOwners()
    {
        const auto reply = Reply::array({shard({0, 99, 200, 200}, {shardNode("b", Reply::bulk("10.0.0.2"), 7002, "master"),
                                                                   shardNode("a", Reply::bulk("10.0.0.1"), 7001, "replica", "loading")}),
                                         shard({}, {shardNode("c", Reply::bulk("10.0.0.3"), 7003, "master")})});
        const auto topology = read(topologyInShards(reply, asked, false));
        QCOMPARE(topology.nodes.size(), std::size_t(3));
        QCOMPARE(topology.covered(), std::size_t(101));
        QCOMPARE(topology.ownerOf(99)->id, std::string("b"));
        QCOMPARE(topology.ownerOf(200)->id, std::string("b"));
        QVERIFY(!topology.ownerOf(100));
        const auto &replica = *topology.nodeWith("a");
        QVERIFY(replica.replica && !replica.healthy);
        QCOMPARE(replica.primary, std::string("b"));
        QCOMPARE(topology.primaries().size(), std::size_t(1)); // c serves no slot
        QCOMPARE(topology.slotsOf(*topology.nodeWith("b")), std::size_t(101));
        QVERIFY(topology.nodeAt({"10.0.0.2", 7002}) == topology.nodeWith("b"));
        QCOMPARE(uncovered(topology)->text.substr(0, 23), std::string("16283 of the cluster's "));
    }

    void overTls_itsPortIsTaken()
    {
        const auto reply = Reply::array({shard({0, 16'383}, {shardNode("b", Reply::bulk("10.0.0.2"), 7002, "master")})});
        const auto topology = read(topologyInShards(reply, asked, true));
        QCOMPARE(topology.nodes[0].announced.port, 7102);
        QCOMPARE(topology.nodes[0].hostname, std::string("redis.example"));
        QVERIFY(!uncovered(topology));
    }

    void unknownEndpoint_isTheAddressThatWasUsed()
    {
        for (const auto &endpoint : {Reply::bulk(""), Reply::bulk("?"), Reply::nil()}) {
            const auto shards = Reply::array({shard({0, 1}, {shardNode("b", endpoint, 7002, "master")})});
            QVERIFY((read(topologyInShards(shards, asked, false)).nodes[0].announced == HostPort{"seed.example", 7002}));
            const auto ranges = Reply::array({Reply::array(
                {Reply::number(0), Reply::number(1), Reply::array({endpoint, Reply::number(7002), Reply::bulk("b"), Reply::array({})})})});
            QVERIFY((read(topologyInSlots(ranges, asked)).nodes[0].announced == HostPort{"seed.example", 7002}));
        }
    }

    void failedPrimaryInAShard_isNotTheOwner()
    {
        const auto reply = Reply::array(
            {shard({0, 9}, {shardNode("a", Reply::bulk("h"), 1, "master", "failed"), shardNode("b", Reply::bulk("h"), 2, "master")})});
        QCOMPARE(read(topologyInShards(reply, asked, false)).ownerOf(5)->id, std::string("b"));
    }

    void slots_giveNodesAndOwners()
    {
        const auto old = Reply::array({Reply::bulk("10.0.0.1"), Reply::number(7001), Reply::bulk("b")}); // before 7.0
        const auto replica = Reply::array({Reply::bulk("10.0.0.2"), Reply::number(7002), Reply::bulk("a"),
                                           Reply::array({Reply::bulk("hostname"), Reply::bulk("two.example")})});
        const auto reply = Reply::array({Reply::array({Reply::number(0), Reply::number(5), old, replica}),
                                         Reply::array({Reply::number(10), Reply::number(10), old, replica})});
        const auto topology = read(topologyInSlots(reply, asked));
        QCOMPARE(topology.nodes.size(), std::size_t(2));
        QCOMPARE(topology.covered(), std::size_t(7));
        QVERIFY((topology.ownerOf(10)->announced == HostPort{"10.0.0.1", 7001}));
        QCOMPARE(topology.nodeWith("a")->primary, std::string("b"));
        QCOMPARE(topology.nodeWith("a")->hostname, std::string("two.example"));
    }

    void malformedAnswer_isRefused_data()
    {
        QTest::addColumn<QByteArray>("what");
        for (const auto *what : {"no list", "no node", "slot", "port", "id"})
            QTest::newRow(what) << QByteArray(what);
    }

    void malformedAnswer_isRefused()
    {
        QFETCH(const QByteArray, what);
        auto node = Reply::array({Reply::bulk("h"), Reply::number(what == "port" ? 65'536 : 1), Reply::bulk(what == "id" ? "" : "b")});
        auto range = Reply::array({Reply::number(0), Reply::number(what == "slot" ? 16'384 : 1), node});
        if (what == "no node")
            range.elements.pop_back();
        const auto ranges = what == "no list" ? Reply::status("OK") : Reply::array({range});
        QCOMPARE(topologyInSlots(ranges, asked).error().detail, std::string("malformed"));

        const auto shards =
            what == "no list"
                ? Reply::number(1)
                : Reply::array(
                    {shard({0, what == "slot" ? 16'384 : 1},
                           {what == "no node" ? Reply::nil()
                                              : shardNode(what == "id" ? "" : "b", Reply::bulk("h"), what == "port" ? 0 : 1, "master")})});
        QCOMPARE(topologyInShards(shards, asked, false).error().detail, std::string("malformed"));
    }

    void sameShape_isEqualWhateverItsEpoch()
    {
        const auto reply = Reply::array({shard({0, 9}, {shardNode("a", Reply::bulk("h"), 1, "master")})});
        const auto topology = read(topologyInShards(reply, asked, false));
        auto other = topology;
        other.epoch = 9;
        other.serves = false;
        QVERIFY(topology == other);
        other.owners[5] = ClusterTopology::nobody;
        QVERIFY(!(topology == other));
    }

    void endpointOfANode_hasTheClustersCredentials()
    {
        auto cluster = *Endpoint::parse("rediss-cluster://app:pw@h1,h2?ca=/ca.pem");
        ClusterTopology::Node node;
        node.address = {"10.0.0.1", 7001};
        node.hostname = "one.example";
        const auto endpoint = endpointOf(node, cluster);
        QCOMPARE(toString(endpoint), std::string("rediss://app@10.0.0.1:7001/0?ca=/ca.pem&server-name=one.example"));
        QCOMPARE(endpoint.password, std::string("pw"));
        cluster.tls.serverName = "all.example";
        QCOMPARE(endpointOf(node, cluster).tls.serverName, std::string("all.example"));
    }

    // As CLUSTER KEYSLOT of Redis 7.0.15 answers.
    void slot_matchesTheCluster()
    {
        QCOMPARE(slotOf("123456789"), std::size_t(12'739));
        QCOMPARE(slotOf(""), std::size_t(0));
        QCOMPARE(slotOf("lock:1"), std::size_t(3430));
        QCOMPARE(slotOf("a{lock:1}b{c}"), std::size_t(3430));
        QCOMPARE(slotOf("{}{lock:1}"), std::size_t(10013));
        QCOMPARE(slotOf("\xff\x80"), std::size_t(4727));
    }
};

LOCKSCOPE_TEST(TestClusterTopology)
#include "tst_cluster_topology.moc"

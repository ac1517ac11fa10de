// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/cluster_replies.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

Q_DECLARE_METATYPE(lockcore::Words)

namespace {

const GatePorts gates{{7001, 41}, {7002, 42}, {7003, 42}};

Bytes bulk(const Bytes &text) { return '$' + std::to_string(text.size()) + "\r\n" + text + "\r\n"; }

Bytes node(const Bytes &host, int port, const Bytes &id, const Bytes &metadata = "*0\r\n")
{
    return "*4\r\n" + bulk(host) + ':' + std::to_string(port) + "\r\n" + bulk(id) + metadata;
}

Bytes shardNode(char map, int port, const Bytes &role, const Bytes &host = "10.0.0.1")
{
    return map + Bytes(map == '%' ? "5" : "10") + "\r\n" + bulk("id") + bulk("x") + bulk("port") + ':' + std::to_string(port) + "\r\n"
           + bulk("ip") + bulk(host) + bulk("endpoint") + bulk(host) + bulk("role") + bulk(role);
}

Bytes shard(char map, const Bytes &ranges, const Bytes &nodes)
{
    return map + Bytes(map == '%' ? "2" : "4") + "\r\n" + bulk("slots") + ranges + bulk("nodes") + nodes;
}

} // namespace

class TestClusterReplies final : public QObject
{
    Q_OBJECT

private slots:
    void reply_namesTheGatesOnly_data();
    void reply_namesTheGatesOnly();
    void otherReply_staysAsItIs_data();
    void otherReply_staysAsItIs();
};

void TestClusterReplies::reply_namesTheGatesOnly_data()
{
    QTest::addColumn<Words>("request");
    QTest::addColumn<Bytes>("reply");
    QTest::addColumn<Bytes>("expected");
    const auto row = [](const char *name, Words request, Bytes reply, Bytes expected) {
        QTest::newRow(name) << std::move(request) << std::move(reply) << std::move(expected);
    };
    row("MOVED", {"GET", "a"}, "-MOVED 3999 10.0.0.1:7001\r\n", "-MOVED 3999 127.0.0.1:41\r\n");
    row("MOVED without a host", {"GET", "a"}, "-MOVED 3999 :7001\r\n", "-MOVED 3999 127.0.0.1:41\r\n");
    row("MOVED to an IPv6 address", {"GET", "a"}, "-MOVED 3999 fe80::1:7001\r\n", "-MOVED 3999 127.0.0.1:41\r\n");
    row("ASK", {"EVAL", "s", "1", "a"}, "-ASK 1 127.0.0.1:7003\r\n", "-ASK 1 127.0.0.1:42\r\n");
    const Bytes range = "*4\r\n:0\r\n:5460\r\n", primaryOnly = "*3\r\n:0\r\n:5460\r\n";
    row("SLOTS without replicas", {"CLUSTER", "SLOTS"}, "*1\r\n" + range + node("10.0.0.1", 7001, "a") + node("10.0.0.1", 7009, "b"),
        "*1\r\n" + primaryOnly + node("127.0.0.1", 41, "a"));
    const Bytes hostname = "%1\r\n" + bulk("hostname") + bulk("h");
    row("SLOTS in RESP3, in small letters", {"cluster", "slots"}, "*1\r\n" + primaryOnly + node("", 7002, "a", hostname),
        "*1\r\n" + primaryOnly + node("127.0.0.1", 42, "a", hostname));
    row("SLOTS of a node that announces no host", {"CLUSTER", "SLOTS"}, "*1\r\n" + primaryOnly + "*3\r\n$-1\r\n:7002\r\n" + bulk("a"),
        "*1\r\n" + primaryOnly + "*3\r\n" + bulk("127.0.0.1") + ":42\r\n" + bulk("a"));
    row("SLOTS of a node without a gate", {"CLUSTER", "SLOTS"}, "*1\r\n" + primaryOnly + node("10.0.0.1", 7009, "a"), "*0\r\n");
    const Bytes ranges = "*2\r\n:0\r\n:9\r\n";
    for (const char map : {'*', '%'}) {
        const auto all = "*2\r\n" + shard(map, ranges, "*2\r\n" + shardNode(map, 7001, "master") + shardNode(map, 7002, "replica"))
                         + shard(map, "*0\r\n", "*1\r\n" + shardNode(map, 7003, "master"));
        const auto led = "*1\r\n" + shard(map, ranges, "*1\r\n" + shardNode(map, 41, "master", "127.0.0.1"));
        row(map == '%' ? "SHARDS in RESP3" : "SHARDS", {"CLUSTER", "SHARDS"}, all, led);
    }
    const Bytes lines = "a 10.0.0.1:7001@17001,h myself,master - 0 0 1 connected 0-5460 [3->-b]\n"
                        "b 10.0.0.1:7009@17009 slave a 0 0 1 connected\n"
                        "c 10.0.0.1:7003@17003 master,fail - 0 0 2 disconnected\n";
    row("NODES", {"CLUSTER", "NODES"}, bulk(lines), bulk("a 127.0.0.1:41@17001,h myself,master - 0 0 1 connected 0-5460 [3->-b]\n"));
}

void TestClusterReplies::reply_namesTheGatesOnly()
{
    QFETCH(Words, request);
    QFETCH(Bytes, reply);
    QFETCH(Bytes, expected);
    QCOMPARE(withGates(request, reply, gates), expected);
}

void TestClusterReplies::otherReply_staysAsItIs_data()
{
    QTest::addColumn<Words>("request");
    QTest::addColumn<Bytes>("reply");
    QTest::newRow("a value that looks like it") << Words{"GET", "a"} << bulk("-MOVED 3999 10.0.0.1:7001");
    QTest::newRow("MOVED to a node without a gate") << Words{"GET", "a"} << Bytes("-MOVED 3999 10.0.0.1:7009\r\n");
    QTest::newRow("MOVED without a port") << Words{"GET", "a"} << Bytes("-MOVED 3999\r\n");
    QTest::newRow("an error") << Words{"CLUSTER", "SLOTS"} << Bytes("-ERR This instance has cluster support disabled\r\n");
    QTest::newRow("not whole") << Words{"CLUSTER", "SLOTS"} << Bytes("*1\r\n*3\r\n:0\r\n");
    QTest::newRow("a count that lies") << Words{"CLUSTER", "SHARDS"} << Bytes("*900000000\r\n");
    QTest::newRow("a length that lies") << Words{"CLUSTER", "NODES"} << Bytes("$900\r\nabc\r\n");
    QTest::newRow("another question") << Words{"CLUSTER", "INFO"} << bulk("cluster_state:ok\r\n");
}

void TestClusterReplies::otherReply_staysAsItIs()
{
    QFETCH(Words, request);
    QFETCH(Bytes, reply);
    QCOMPARE(withGates(request, reply, gates), reply);
}

LOCKSCOPE_TEST(TestClusterReplies)
#include "tst_cluster_replies.moc"

// SPDX-License-Identifier: MIT
// The nodes of a real cluster: found through any of them, refused with a sentence, and watched while slots move and replicas take over.
#include "support/awaiting.h"
#include "support/redis_cluster.h"
#include "support/test_certificates.h"
#include "support/test_program.h"

#include "lockcore/redis/connection.h"
#include "lockcore/redis/topology_watch.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

Endpoint through(const RedisServer &node)
{
    auto endpoint = node.tcpEndpoint();
    endpoint.cluster.emplace().nodes = {{"127.0.0.1", endpoint.port}};
    return endpoint;
}

HostPort addressOf(const RedisServer &node) { return {"127.0.0.1", node.tcpEndpoint().port}; }

bool contains(const Error &error, const std::string &words) { return error.text.find(words) != error.text.npos; }

} // namespace

class TestTopologyWatch final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        RedisClusterOptions options;
        options.primaries = 3;
        options.replicas = true;
        options.password = "s3cret";
        m_cluster = std::make_unique<RedisCluster>(std::move(options));
    }
    void cleanup() { m_watch.reset(); }
    void cleanupTestCase() { m_cluster.reset(); }

    void anyNode_givesAllNodes();
    void silentSeed_isNotWaitedFor();
    void wrongPassword_isTheServersError();
    void userWithoutCluster_isSaidHowToGetIt();
    void userWithFewRights_isEnough();
    void serverWithoutCluster_isRefused();
    void clusterWithoutSlots_isRefused();
    void sentinel_isRefused();
    void noNodeAnswers_saysWhichAndWhy();
    void announcedAddress_isReachedElsewhere();
    void overTls_theTlsPortsAreFound();
    void movedSlot_changesAtOnceAndIsConfirmed();
    void failover_isNoticed();
    void questions_areASecondApart();
    void killedPrimary_isReplaced();

private:
    Result<ClusterTopology> ask(const Endpoint &endpoint, Milliseconds timeout = Milliseconds(10'000))
    {
        return Arriving(m_loop, topologyOf(endpoint, timeout, m_loop, m_clock)).get();
    }
    void watch(const Endpoint &endpoint)
    {
        m_watch = std::make_unique<TopologyWatch>(endpoint, Milliseconds(5000), m_loop, m_clock);
        const auto opened = Arriving(m_loop, m_watch->open()).get();
        QVERIFY2(opened, opened ? "" : opened.error().text.c_str());
    }
    HostPort homeOf(const std::string &key) const
    {
        const auto *owner = m_watch->topology().ownerOf(slotOf(key));
        return owner ? owner->address : HostPort{};
    }

    EventLoop m_loop;
    LoopClock m_clock;
    std::unique_ptr<RedisCluster> m_cluster;
    std::unique_ptr<TopologyWatch> m_watch;
};

void TestTopologyWatch::anyNode_givesAllNodes()
{
    for (const auto *node : m_cluster->servers()) {
        const auto found = ask(through(*node));
        QVERIFY2(found, found ? "" : found.error().text.c_str());
        QCOMPARE(found->nodes.size(), std::size_t(6));
        QCOMPARE(found->covered(), slotCount);
        QCOMPARE(found->primaries().size(), std::size_t(3));
        QVERIFY(found->serves && found->epoch >= 3);
        QVERIFY(found->ownerOf(slotOf("lock:a"))->address == addressOf(m_cluster->home("lock:a")));
        const auto *replica = found->nodeAt(addressOf(m_cluster->replicaOf(m_cluster->home("lock:a"))));
        QVERIFY(replica && replica->replica && replica->healthy);
        QCOMPARE(replica->primary, found->ownerOf(slotOf("lock:a"))->id);
        for (const auto &each : found->nodes) {
            Connection connection(endpointOf(each, through(*node)), {}, m_loop, m_clock);
            QVERIFY(await(m_loop, connection.open()).ok());
        }
    }
}

void TestTopologyWatch::silentSeed_isNotWaitedFor()
{
    auto endpoint = m_cluster->endpoint();
    RedisServerOptions options;
    options.tcp = true;
    RedisServer silent(std::move(options));
    endpoint.cluster->nodes.insert(endpoint.cluster->nodes.begin(), {{"127.0.0.1", silent.tcpEndpoint().port}, {"127.0.0.1", freePort()}});
    silent.pause();
    const auto begin = m_clock.now();
    QVERIFY(ask(endpoint, Milliseconds(60'000)).ok());
    QVERIFY(m_clock.now() - begin < Milliseconds(30'000));
}

void TestTopologyWatch::wrongPassword_isTheServersError()
{
    auto endpoint = m_cluster->endpoint();
    endpoint.password = "wrong";
    QCOMPARE(ask(endpoint).error().detail, std::string("WRONGPASS"));
    endpoint.password.clear();
    QCOMPARE(ask(endpoint).error().detail, std::string("NOAUTH"));
}

void TestTopologyWatch::userWithoutCluster_isSaidHowToGetIt()
{
    auto &node = m_cluster->home("lock:a");
    node.command({"ACL", "SETUSER", "app", "on", ">app", "~*", "&*", "+@all", "-cluster"});
    auto endpoint = through(node);
    endpoint.user = endpoint.password = "app";
    const auto refused = ask(endpoint);
    QCOMPARE(refused.error().detail, std::string("cluster-noperm"));
    QVERIFY2(contains(refused.error(), "ACL SETUSER app +cluster|shards"), refused.error().text.c_str());
    QVERIFY2(contains(refused.error(), "redis://" + m_cluster->address(node)), refused.error().text.c_str());
}

// docs/acl.md
void TestTopologyWatch::userWithFewRights_isEnough()
{
    auto &node = m_cluster->home("lock:a");
    node.command({"ACL", "LOG", "RESET"});
    node.command({"ACL", "SETUSER", "few", "on", ">few", "+ping", "+client|setname", "+client|id", "+cluster|shards", "+cluster|slots",
                  "+cluster|info"});
    if (RedisServer::isAtLeast(7, 2))
        node.command({"ACL", "SETUSER", "few", "+client|no-touch"});
    auto endpoint = through(node);
    endpoint.user = endpoint.password = "few";
    const auto found = ask(endpoint);
    QVERIFY(found.ok() && found->epoch > 0);
    QCOMPARE(node.command({"ACL", "LOG"}).elements.size(), std::size_t(0));
}

void TestTopologyWatch::serverWithoutCluster_isRefused()
{
    RedisServerOptions options;
    options.tcp = true;
    const RedisServer server(std::move(options));
    const auto refused = ask(through(server));
    QCOMPARE(refused.error().detail, std::string("not-a-cluster"));
    QVERIFY(contains(refused.error(), "write redis://127.0.0.1:" + std::to_string(server.tcpEndpoint().port)));
}

void TestTopologyWatch::clusterWithoutSlots_isRefused()
{
    RedisServerOptions options;
    options.cluster = true;
    const RedisServer server(std::move(options));
    const auto refused = ask(through(server));
    QCOMPARE(refused.error().detail, std::string("no-slots"));
    QVERIFY(contains(refused.error(), "16384 of the cluster's 16384 slots have no node"));
}

void TestTopologyWatch::sentinel_isRefused()
{
    RedisServerOptions options;
    options.tcp = options.sentinel = true;
    const RedisServer server(std::move(options));
    const auto refused = ask(through(server));
    QCOMPARE(refused.error().detail, std::string("no-cluster-command"));
    QVERIFY(contains(refused.error(), "redis-sentinel://"));
}

void TestTopologyWatch::noNodeAnswers_saysWhichAndWhy()
{
    auto endpoint = *Endpoint::parse("redis-cluster://127.0.0.1:" + std::to_string(freePort()));
    const auto refused = ask(endpoint);
    QCOMPARE(refused.error().detail, std::string("no-cluster-node"));
    QCOMPARE(refused.error().kind, ErrorKind::Transport);
    QVERIFY(contains(refused.error(), toString(endpoint.cluster->nodes.front())));
}

void TestTopologyWatch::announcedAddress_isReachedElsewhere()
{
    auto &node = m_cluster->home("lock:a");
    auto endpoint = through(m_cluster->other("lock:a"));
    endpoint.cluster->reachable = {{addressOf(node), {"localhost", node.tcpEndpoint().port}}};
    const auto found = ask(endpoint);
    QCOMPARE(found->nodeAt(addressOf(node))->address.host, std::string("localhost"));
}

void TestTopologyWatch::overTls_theTlsPortsAreFound()
{
    const TestCertificates certificates;
    RedisClusterOptions options;
    options.tls = &certificates;
    RedisCluster cluster(std::move(options));
    const auto found = ask(cluster.endpoint());
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    for (const auto &each : found->nodes) {
        Connection connection(endpointOf(each, cluster.endpoint()), {}, m_loop, m_clock);
        const auto opened = await(m_loop, connection.open());
        QVERIFY2(opened, opened ? "" : opened.error().text.c_str());
    }
}

void TestTopologyWatch::movedSlot_changesAtOnceAndIsConfirmed()
{
    watch(m_cluster->endpoint());
    QSignalSpy changed(m_watch.get(), &TopologyWatch::changed);
    QSignalSpy answered(m_watch.get(), &TopologyWatch::answered);
    const auto to = addressOf(m_cluster->other("lock:a"));
    m_cluster->move("lock:a");
    QVERIFY(homeOf("lock:a") != to);
    m_watch->slotMoved(slotOf("lock:a"), to);
    QVERIFY(homeOf("lock:a") == to);
    QCOMPARE(changed.size(), 1);
    QVERIFY(eventually([&] { return !answered.empty(); }));
    QVERIFY(homeOf("lock:a") == to);
}

void TestTopologyWatch::failover_isNoticed()
{
    watch(m_cluster->endpoint());
    const auto before = homeOf("lock:b");
    m_cluster->failOver("lock:b");
    m_watch->askSoon();
    QVERIFY(eventually([&] { return homeOf("lock:b") == addressOf(m_cluster->home("lock:b")); }));
    QVERIFY(homeOf("lock:b") != before);
    QVERIFY(m_watch->topology().nodeAt(before)->replica);
}

void TestTopologyWatch::questions_areASecondApart()
{
    watch(through(m_cluster->home("lock:a")));
    for (int i = 0; i < 3; ++i) {
        const auto begin = m_clock.now();
        auto answer = m_watch->askedAgain();
        m_watch->askSoon();
        Arriving(m_loop,
                 [](Waiting<void> waiting) -> Task<bool> {
                     co_await waiting;
                     co_return true;
                 }(std::move(answer)))
            .get();
        QVERIFY(m_clock.now() - begin >= Milliseconds(900));
    }
}

// The last, because it leaves a cluster of five nodes.
void TestTopologyWatch::killedPrimary_isReplaced()
{
    watch(m_cluster->endpoint());
    const auto before = homeOf("lock:c");
    m_cluster->killHome("lock:c");
    const auto &now = m_cluster->waitForHome("lock:c");
    m_watch->askSoon();
    QVERIFY(eventually([&] { return homeOf("lock:c") == addressOf(now); }));
    QVERIFY(homeOf("lock:c") != before);
    QCOMPARE(m_watch->topology().covered(), slotCount);
}

LOCKSCOPE_TEST(TestTopologyWatch)
#include "tst_topology_watch.moc"

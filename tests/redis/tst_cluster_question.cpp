// SPDX-License-Identifier: MIT
// The question for a cluster's nodes, to nodes that answer what no real cluster of the tests answers: old ones, stale ones, proxies.
#include "support/awaiting.h"
#include "support/fake_server.h"
#include "support/test_program.h"

#include "lockcore/redis/cluster_topology.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

QByteArray text(const QByteArray &bytes) { return '$' + QByteArray::number(bytes.size()) + "\r\n" + bytes + "\r\n"; }

/// A node of a cluster of one primary with all slots, which calls itself `id`.
class FakeNode
{
public:
    explicit FakeNode(QByteArray id, int epoch = 7, bool serves = true)
        : m_id(std::move(id))
        , m_epoch(epoch)
        , m_serves(serves)
    {
        m_server.answerEach(politely([this](const QByteArrayList &command) { return answer(command); }));
    }

    HostPort address() const { return {"127.0.0.1", m_server.endpoint().port}; }
    FakeServer &server() { return m_server; }

private:
    QByteArray answer(const QByteArrayList &command) const
    {
        if (command.value(0) != "CLUSTER")
            return "-ERR unknown command\r\n";
        if (command.value(1) == "SLOTS")
            return "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n" + text("10.0.0.1") + ":6379\r\n" + text(m_id);
        if (command.value(1) == "INFO")
            return text(QByteArray("cluster_state:") + (m_serves ? "ok" : "fail")
                        + "\r\ncluster_current_epoch:" + QByteArray::number(m_epoch) + "\r\n");
        return "-ERR Unknown subcommand or wrong number of arguments for 'SHARDS'\r\n"; // before 7.0
    }

    FakeServer m_server{FakeServer::Over::Tcp};
    const QByteArray m_id;
    const int m_epoch;
    const bool m_serves;
};

Endpoint cluster(std::vector<HostPort> nodes)
{
    Endpoint endpoint;
    endpoint.cluster.emplace().nodes = std::move(nodes);
    return endpoint;
}

} // namespace

class TestClusterQuestion final : public QObject
{
    Q_OBJECT

private slots:
    void nodeBefore7_isAskedForItsSlots()
    {
        FakeNode node("old");
        const auto found = ask(cluster({node.address()}));
        QVERIFY2(found, found ? "" : found.error().text.c_str());
        QCOMPARE(found->covered(), slotCount);
        QCOMPARE(found->nodes.front().id, std::string("old"));
        QCOMPARE(found->epoch, std::int64_t(7));
    }

    // A primary that is cut off from the others says that the cluster is down.
    void nodeThatIsCutOff_losesToAnother()
    {
        FakeNode cutOff("cut off", 9, false);
        FakeNode other("other");
        QCOMPARE(ask(cluster({cutOff.address(), other.address()}))->nodes.front().id, std::string("other"));
        const auto alone = ask(cluster({cutOff.address()}));
        QVERIFY(alone.ok() && !alone->serves);
    }

    void nodeThatKnowsLess_losesToAnother()
    {
        FakeNode stale("stale", 6);
        FakeNode staler("staler", 5);
        FakeNode fresh("fresh", 7);
        constexpr std::int64_t known = 7;
        QCOMPARE(ask(cluster({stale.address(), fresh.address()}), known)->nodes.front().id, std::string("fresh"));
        QCOMPARE(ask(cluster({staler.address(), stale.address()}), known)->nodes.front().id, std::string("stale")); // better than none
    }

    void firstGoodAnswer_isEnough()
    {
        FakeNode first("first");
        FakeNode second("second");
        ManualClock clock; // the second would be asked 100 ms later
        Arriving found(m_loop, topologyOf(cluster({first.address(), second.address()}), Milliseconds(60'000), m_loop, clock));
        const auto isHere = [&] {
            clock.advance({});
            return found.here();
        };
        QVERIFY(eventually(isHere));
        QVERIFY(found.get().ok());
        QCOMPARE(second.server().connections(), 0);
    }

    void proxy_isNamed()
    {
        FakeServer proxy(FakeServer::Over::Tcp);
        proxy.answerEach(politely([](const QByteArrayList &) { return QByteArray("-ERR unknown command 'CLUSTER'\r\n"); }));
        const auto refused = ask(cluster({{"127.0.0.1", proxy.endpoint().port}}));
        QCOMPARE(refused.error().detail, std::string("no-cluster-command"));
        QVERIFY(refused.error().text.find("a proxy that hides its nodes") != std::string::npos);
    }

    void strangeAnswer_isNamed()
    {
        FakeServer strange(FakeServer::Over::Tcp);
        strange.answerEach(politely([](const QByteArrayList &) { return QByteArray(":5\r\n"); }));
        QCOMPARE(ask(cluster({{"127.0.0.1", strange.endpoint().port}})).error().detail, std::string("malformed"));
    }

private:
    Result<ClusterTopology> ask(const Endpoint &endpoint, std::int64_t leastEpoch = 0)
    {
        return Arriving(m_loop, topologyOf(endpoint, Milliseconds(60'000), m_loop, m_clock, leastEpoch)).get();
    }

    EventLoop m_loop;
    LoopClock m_clock;
};

LOCKSCOPE_TEST(TestClusterQuestion)
#include "tst_cluster_question.moc"

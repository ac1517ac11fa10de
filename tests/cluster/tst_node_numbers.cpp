// SPDX-License-Identifier: MIT
// Which primary of a cluster has which number, while slots move and replicas are promoted.
#include "lockcore/monitor/cluster/node_numbers.h"

#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace Qt::StringLiterals;

namespace {

ClusterTopology::Node node(std::string id, int port, std::string primary = {})
{
    ClusterTopology::Node node;
    node.id = std::move(id);
    node.address = node.announced = {"10.0.0.1", port};
    node.replica = !primary.empty();
    node.primary = std::move(primary);
    return node;
}

/// Two primaries with half of the slots each, and a replica "c" of "a".
ClusterTopology topology()
{
    ClusterTopology cluster;
    cluster.nodes = {node("a", 1), node("b", 2), node("c", 3, "a")};
    for (std::size_t slot = 0; slot < slotCount; ++slot)
        cluster.owners[slot] = slot < slotCount / 2 ? 0 : 1;
    return cluster;
}

void give(ClusterTopology &cluster, std::uint16_t from, std::uint16_t to) { std::ranges::replace(cluster.owners, from, to); }

} // namespace

class NodeNumbersTest : public QObject
{
    Q_OBJECT

private slots:
    void firstTopology_numbersThePrimaries()
    {
        NodeNumbers numbers;
        const auto change = numbers.set(topology());
        QCOMPARE(change.added, (std::vector<std::size_t>{0, 1}));
        QVERIFY(change.came.empty());
        QCOMPARE(numbers.layout().addresses, (std::vector<std::string>{"10.0.0.1:1", "10.0.0.1:2"}));
        QCOMPARE(numbers.layout().nodes, 3);
        QCOMPARE(numbers.layout().owners[slotCount - 1], std::uint16_t(1));
    }

    void slotsOfAFailedPrimary_areNotServed()
    {
        NodeNumbers numbers;
        numbers.set(topology());
        QCOMPARE(numbers.layout().slotsServed, static_cast<std::int64_t>(slotCount));
        auto failed = topology();
        failed.nodes[0].healthy = false;
        const auto change = numbers.set(failed);
        QVERIFY(change.removed.empty() && change.promoted.empty());
        QCOMPARE(numbers.layout().slotsServed, static_cast<std::int64_t>(slotCount / 2));
    }

    void slotThatMoves_comesToItsNumber()
    {
        NodeNumbers numbers;
        numbers.set(topology());
        auto moved = topology();
        moved.owners[7] = 1;
        const auto change = numbers.set(moved);
        QVERIFY(change.added.empty() && change.promoted.empty() && change.removed.empty());
        QCOMPARE(change.came.size(), std::size_t(1));
        QCOMPARE(change.came[0].first, std::size_t(1));
        QCOMPARE(change.came[0].second, std::vector<std::size_t>{7});
    }

    void promotedReplica_takesTheNumberOver_data()
    {
        QTest::addColumn<QString>("old");
        QTest::newRow("its old primary has failed") << u"failed"_s;
        QTest::newRow("its old primary is a replica now") << u"replica"_s;
        QTest::newRow("nobody knows yet that its old primary is a replica") << u"without slots"_s;
    }
    void promotedReplica_takesTheNumberOver()
    {
        QFETCH(QString, old);
        NodeNumbers numbers;
        numbers.set(topology());
        auto after = topology();
        after.nodes[2] = node("c", 3);
        give(after, 0, 2);
        if (old == u"replica")
            after.nodes[0] = node("a", 1, "c");
        after.nodes[0].healthy = old != u"failed";
        const auto change = numbers.set(after);
        QCOMPARE(change.promoted, std::vector<std::size_t>{0});
        QVERIFY(change.added.empty() && change.removed.empty() && change.came.empty());
        QCOMPARE(numbers.layout().addresses[0], std::string("10.0.0.1:3"));
        QCOMPARE(numbers.idOf(0), std::string("c"));
    }

    void newNodeThatGetsAllSlots_isNoPromotion()
    {
        NodeNumbers numbers;
        numbers.set(topology());
        auto after = topology();
        after.nodes.push_back(node("d", 4));
        give(after, 0, 3);
        const auto change = numbers.set(after);
        QCOMPARE(change.added, std::vector<std::size_t>{2});
        QCOMPARE(change.removed, std::vector<std::size_t>{0});
        QVERIFY(change.promoted.empty());
        QVERIFY(numbers.layout().addresses[0].empty());
    }
};

LOCKSCOPE_TEST(NodeNumbersTest)
#include "tst_node_numbers.moc"

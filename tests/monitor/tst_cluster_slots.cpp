// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/reading/cluster_slots.h"

#include <QTest>

using namespace lockcore;

namespace {

ClusterSlots ofACluster()
{
    ClusterSlots all;
    all.setCluster(true);
    return all;
}

} // namespace

class ClusterSlotsTest : public QObject
{
    Q_OBJECT

private slots:
    void movedSlot_bringsItsLocks()
    {
        auto all = ofACluster();
        QVERIFY(!all.mayHaveCome("{a}1"));
        QVERIFY(all.isSettled("{a}2"));
        all.elsewhere("{a}3");
        QVERIFY(!all.isSettled("{a}2"));
        all.sweepEnds();
        QVERIFY(all.mayHaveCome("{a}4"));
        QVERIFY(!all.mayHaveCome("{b}1"));
        all.sweepEnds(); // it may have passed some names before the slot came
        QVERIFY(all.mayHaveCome("{a}5"));
        all.sweepEnds();
        QVERIFY(!all.mayHaveCome("{a}6"));
    }

    void import_concernsUnknownSlots()
    {
        auto all = ofACluster();
        all.setImports(5); // those before the watch began
        QVERIFY(!all.mayHaveCome("{known}"));
        all.setImports(6);
        QVERIFY(all.mayHaveCome("{new}"));
        QVERIFY(!all.mayHaveCome("{known}"));
        all.sweepEnds();
        all.sweepEnds();
        QVERIFY(!all.mayHaveCome("{new}") && !all.mayHaveCome("{later}"));
    }

    void withoutCluster_keysDoNotMove()
    {
        ClusterSlots none;
        none.setImports(1);
        none.setImports(2);
        QVERIFY(!none.mayHaveCome("a") && none.isSettled("b"));
    }
};

LOCKSCOPE_TEST(ClusterSlotsTest)
#include "tst_cluster_slots.moc"

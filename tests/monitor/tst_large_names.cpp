// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/reading/large_names.h"

#include <QTest>

using namespace lockcore;

class LargeNamesTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatHasFewerElements_mayBeSmallAgain()
    {
        LargeNames names;
        QVERIFY(!names.isStillLarge("a", 3)); // nothing is known of it
        names.add("a");
        QVERIFY(names.isStillLarge("a", 3));
        QVERIFY(names.isStillLarge("a", 4));
        QVERIFY(names.isStillLarge("a", 3));
        QVERIFY(!names.isStillLarge("a", 2));
        names.add("a"); // it was read, and still is
        QVERIFY(names.isStillLarge("a", 2));
        names.forget("a");
        QVERIFY(!names.isStillLarge("a", 2));
    }

    void whatTwoSweepsDoNotMeet_isForgotten()
    {
        LargeNames names;
        names.add("measured");
        names.add("remembered");
        names.add("gone");
        names.sweepEnds();
        QCOMPARE(names.size(), 3);
        names.add("measured");
        QVERIFY(names.isStillLarge("remembered", 1));
        names.sweepEnds();
        QCOMPARE(names.names(3), (std::vector<Bytes>{"measured", "remembered"}));
        QCOMPARE(names.names(1), (std::vector<Bytes>{"measured"}));
    }
};

LOCKSCOPE_TEST(LargeNamesTest)
#include "tst_large_names.moc"

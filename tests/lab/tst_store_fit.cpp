// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/store_fit.h"
#include "support/built_in_scenario.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestStoreFit final : public QObject
{
    Q_OBJECT

private slots:
    void shortLease_isStretchedWithAllTimes();
    void sufficientLease_stays();
    void lack_isNamed_data();
    void lack_isNamed();
    void opaqueStore_isNotAimedAt_data();
    void opaqueStore_isNotAimedAt();
};

void TestStoreFit::shortLease_isStretchedWithAllTimes()
{
    const auto scenario = builtIn("plain-del-after-expiry");
    QVERIFY(scenario.lease == 400ms);
    const auto fitted = fittedTo(Store::Memcached, scenario);
    QCOMPARE(fitted.stretchedBy, 3);
    QVERIFY(fitted.scenario.store == Store::Memcached);
    QVERIFY(fitted.scenario.lease == 1200ms);
    QVERIFY(fitted.scenario.limit == 3 * scenario.limit);
    QVERIFY(fittedTo(Store::Memcached, fitted.scenario).scenario == fitted.scenario);
}

void TestStoreFit::sufficientLease_stays()
{
    auto scenario = builtIn("plain-del-after-expiry");
    QVERIFY(fittedTo(Store::Redis, scenario).scenario == scenario);
    scenario.lease = 1000ms;
    QCOMPARE(fittedTo(Store::Memcached, scenario).stretchedBy, 1);
}

void TestStoreFit::lack_isNamed_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const char *part) { QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(part); };
    row("plain-del-after-expiry", "");
    row("pause-without-fencing", "");
    row("lost-reply", "");
    row("failover-before-replication", "replicas");
    row("eviction", "settings");
    row("redlock-restart-with-data", "several servers");
    row("restart-with-persistence", "settings");
    row("scripts-flushed", "flush scripts");
    row("force-release", "");
    row("slot-moves-under-the-lock", "a cluster");
    row("cluster-evalsha-noscript", "a cluster");
}

void TestStoreFit::lack_isNamed()
{
    QFETCH(const QString, name);
    QFETCH(const QString, part);
    const auto scenario = builtIn(name.toStdString());
    QVERIFY(!lackOfStore(scenario));
    const auto lack = lackOfStore(fittedTo(Store::Memcached, scenario).scenario);
    QCOMPARE(lack.has_value(), !part.isEmpty());
    if (lack)
        QVERIFY2(QString::fromStdString(*lack).contains(part), lack->c_str());
}

void TestStoreFit::opaqueStore_isNotAimedAt_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const char *part) { QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(part); };
    row("pause-with-fencing", "");
    row("connection-lost-inside", "");
    row("restart-without-persistence", "");
    row("force-release", "and there is none: A's key removed");
    row("compare-and-delete", "cannot aim at one of etcd's requests, which are opaque (gRPC): hold request, of \"free\"");
    row("plain-del-after-expiry", "only a record of the server shows, and there is none: A's key expired");
    row("scripts-flushed", "flush scripts");
    row("eviction", "settings");
}

void TestStoreFit::opaqueStore_isNotAimedAt()
{
    QFETCH(const QString, name);
    QFETCH(const QString, part);
    const auto lack = lackOfStore(fittedTo(Store::Etcd, builtIn(name.toStdString())).scenario);
    QCOMPARE(lack.has_value(), !part.isEmpty());
    if (lack)
        QVERIFY2(QString::fromStdString(*lack).contains(part), lack->c_str());
}

LOCKSCOPE_TEST(TestStoreFit)
#include "tst_store_fit.moc"

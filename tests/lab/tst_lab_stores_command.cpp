// SPDX-License-Identifier: MIT
// `lockscope lab --compare-stores` as a person runs it.
#include "support/installed.h"
#include "support/lockscope_process.h"
#include "support/test_program.h"
#include "support/zookeeper_installed.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestLabStoresCommand final : public QObject
{
    Q_OBJECT

private slots:
    void eachCell_isARun_data();
    void eachCell_isARun();
    void table_fitsIntoEightyColumns();
    void mistake_isNamed_data();
    void mistake_isNamed();
};

void TestLabStoresCommand::eachCell_isARun_data()
{
    QTest::addColumn<QString>("store");
    QTest::newRow("redis") << u"redis"_s;
    QTest::newRow("memcached") << u"memcached"_s;
    QTest::newRow("etcd") << u"etcd"_s;
    QTest::newRow("zookeeper") << u"zookeeper"_s;
}

void TestLabStoresCommand::eachCell_isARun()
{
    QFETCH(const QString, store);
    if (store == u"memcached"_s && (!isInstalled("memcached") || !hasPythonModule("pymemcache")))
        QSKIP("memcached or pymemcache is not installed (Debian: memcached python3-pymemcache)");
    if (store == u"etcd"_s && (!isInstalled("etcd") || !hasPythonModule("etcd3")))
        QSKIP("etcd or python-etcd3 is not installed (Debian: etcd-server python3-etcd3)");
    if (store == u"zookeeper"_s && !whatZookeeperLacks().isEmpty())
        QSKIP(qPrintable(whatZookeeperLacks()));
    if (store == u"zookeeper"_s && !hasPythonModule("kazoo"))
        QSKIP("kazoo is not installed (Debian: python3-kazoo)");
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--json"_s, u"--compare-stores"_s, store, u"--runs"_s, runs.path(), u"--seed"_s, u"7"_s});
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, (process.out() + process.err()).constData());
    const auto all = QJsonDocument::fromJson(process.out()).object().value(u"runs"_s).toArray();
    QStringList faults;
    for (const auto &value : all) {
        const auto run = value.toObject();
        faults << run.value(u"fault"_s).toString();
        QCOMPARE(run.value(u"store"_s).toString(), store);
        QVERIFY(QFileInfo::exists(run.value(u"folder"_s).toString() + u"/history.jsonl"_s));
        const auto free = run.value(u"free_ms"_s);
        if (faults.last() != u"restart"_s) // the lease is two seconds, and a store may end it up to a second early
            QVERIFY2(free.toInt() > 500, process.out().constData());
        else
            QCOMPARE(run.value(u"data_lost"_s).toBool(), store == u"memcached"_s);
        if (faults.last() == u"restart"_s && store != u"memcached"_s)
            QVERIFY2(run.value(u"kept"_s).toBool() && free.isNull(), process.out().constData());
    }
    QCOMPARE(faults, (QStringList{u"crash"_s, u"pause"_s, u"cut off"_s, u"restart"_s, u"clock jump"_s}));
}

void TestLabStoresCommand::table_fitsIntoEightyColumns()
{
    const QTemporaryDir runs;
    LockscopeProcess process({u"lab"_s, u"--compare-stores"_s, u"redis"_s, u"--runs"_s, runs.path()});
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, (process.out() + process.err()).constData());
    const auto text = QString::fromUtf8(process.out());
    for (const auto *const part :
         {"Crash ", "Pause ", "Cut off ", "Restart ", "kept", "Clock jump ", "mutual exclusion", "✗ violated", "The runs: "})
        QVERIFY2(text.contains(QString::fromUtf8(part)), process.out().constData());
    for (const auto &line : text.section(u"The times"_s, 0, 0).split(u'\n'))
        QVERIFY2(line.size() <= 80, qPrintable(line));
}

void TestLabStoresCommand::mistake_isNamed_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown") << QStringList{u"redis,chubby"_s} << u"there is no store \"chubby\" to compare; there are redis, memcached"_s;
    QTest::newRow("twice") << QStringList{u"redis,redis"_s} << u"redis is there twice"_s;
    QTest::newRow("a command") << QStringList{u"redis"_s, u"--"_s, u"true"_s} << u"it takes no command"_s;
    QTest::newRow("a scenario") << QStringList{u"redis"_s, u"flush"_s} << u"take no scenario"_s;
}

void TestLabStoresCommand::mistake_isNamed()
{
    QFETCH(const QStringList, words);
    QFETCH(const QString, part);
    LockscopeProcess process(QStringList{u"lab"_s, u"--compare-stores"_s} + words);
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(QString::fromUtf8(process.err()).contains(part), process.err().constData());
}

LOCKSCOPE_TEST(TestLabStoresCommand)
#include "tst_lab_stores_command.moc"

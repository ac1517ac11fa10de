// SPDX-License-Identifier: MIT
// `lockscope lock` at the address of a real cluster: it follows moved slots and failovers, and says when its lock is lost. The commands that
// do not work on a cluster say what to do.
#include "support/eventually.h"
#include "support/lockscope_process.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

class ClusterLockTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { makeCluster(); }
    void cleanup() { m_lock.reset(); }
    void cleanupTestCase() { m_cluster.reset(); }

    void anySlot_isReachedThroughOneNode()
    {
        for (const auto &key : {u"job:1"_s, u"job:2"_s, u"job:3"_s, u"job:4"_s, u"{job:5}"_s}) {
            m_lock = std::make_unique<LockscopeProcess>(
                QStringList{u"lock"_s, key.startsWith(u'{') ? u"fenced"_s : u"redisson"_s, key, oneNode(), u"--"_s, u"echo"_s, u"here"_s});
            QVERIFY(m_lock->waitEnd());
            QVERIFY2(m_lock->exitCode() == 0 && m_lock->out().contains("here"), m_lock->err());
            QCOMPARE(m_cluster->home(key.toStdString()).command({"EXISTS", key.toStdString()}).integer, 0);
        }
    }

    void furtherServer_isMappedToo()
    {
        const auto announced = QString::fromStdString(m_cluster->address(m_cluster->home("job:1")));
        const auto nowhere = u"127.0.0.1:%1"_s.arg(freePort());
        m_lock = std::make_unique<LockscopeProcess>(QStringList{u"lock"_s, u"token"_s, u"job:1"_s, u"--server"_s, oneNode(), u"--map"_s,
                                                                announced + u'=' + nowhere, u"--wait"_s, u"1s"_s, u"--"_s, u"true"_s});
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 69);
        QVERIFY2(m_lock->err().contains(nowhere.toUtf8()), m_lock->err());
    }

    void companionInAnotherSlot_saysHowToNameTheLock()
    {
        const auto refusal = refusalOf({u"lock"_s, u"fenced"_s, u"job"_s, url(), u"--"_s, u"true"_s});
        QCOMPARE(refusal.exitCode, 69);
        QVERIFY2(refusal.sentence.contains(u"call the lock \"{job}\""_s), qPrintable(refusal.sentence));
    }

    void commandsForOneServer_sayWhatToName_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("redlock") << QStringList{u"lock"_s, u"redlock"_s, u"job"_s, u"redis-cluster://h"_s, u"--"_s, u"true"_s} << 64
                                 << u"redlock wants servers that are independent of each other"_s;
        QTest::newRow("redlock, as a further server")
            << QStringList{u"lock"_s, u"redlock"_s, u"job"_s, u"--server"_s, u"redis-cluster://h"_s, u"--"_s, u"true"_s} << 64
            << u"name single servers with --server"_s;
        QTest::newRow("trace") << QStringList{u"trace"_s, u"redis-cluster://h"_s} << 2 << u"or one node of the cluster"_s;
        QTest::newRow("map without a server") << QStringList{u"--map"_s, u"a:1=b:2"_s} << 2
                                              << u"about the addresses of a server: name one"_s;
        QTest::newRow("map of a further server that announces none")
            << QStringList{u"lock"_s, u"token"_s, u"job"_s, u"--server"_s, u"redis://h"_s, u"--map"_s, u"a:1=b:2"_s, u"--"_s, u"true"_s}
            << 64 << u"the option map is for sentinels and for a cluster"_s;
        QTest::newRow("map of the demo") << QStringList{u"--demo"_s, u"--map"_s, u"a:1=b:2"_s} << 2
                                         << u"about the addresses of a server: name one"_s;
        QTest::newRow("lab") << QStringList{u"lab"_s, u"basics"_s, u"--url"_s, u"redis-cluster://h"_s} << 2
                             << u"for a cluster of the Lab's own, there is --cluster"_s;
    }

    void commandsForOneServer_sayWhatToName()
    {
        QFETCH(const QStringList, words);
        QFETCH(const int, exitCode);
        QFETCH(const QString, sentence);
        const auto refusal = refusalOf(words);
        QCOMPARE(refusal.exitCode, exitCode);
        QVERIFY2(refusal.sentence.contains(sentence, Qt::CaseInsensitive), qPrintable(refusal.sentence));
    }

    void noNodeAnswers_isASentence()
    {
        const auto nowhere = u"redis-cluster://127.0.0.1:%1"_s.arg(freePort());
        const auto refusal = refusalOf({u"lock"_s, u"token"_s, u"job"_s, nowhere, u"--"_s, u"true"_s});
        QCOMPARE(refusal.exitCode, 69);
        QVERIFY2(refusal.sentence.contains(u"no node of the cluster answers"_s, Qt::CaseInsensitive), qPrintable(refusal.sentence));
    }

    void movedSlot_isFollowed()
    {
        lockAndStay(u"token-watchdog"_s, u"moves"_s);
        m_cluster->move("moves");
        m_lock->type("\n");
        QVERIFY(m_lock->waitEnd());
        QVERIFY2(m_lock->exitCode() == 0, m_lock->err());
        QCOMPARE(m_cluster->home("moves").command({"EXISTS", "moves"}).integer, 0);
    }

    void replicaThatHasTheLock_isFollowed()
    {
        lockAndStay(u"token-watchdog"_s, u"stays"_s);
        m_cluster->home("stays").command({"WAIT", "1", "0"});
        m_cluster->failOver("stays");
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("has taken over as primary, and has the lock stays"); }));
        m_lock->type("\n");
        QVERIFY(m_lock->waitEnd());
        QVERIFY2(m_lock->exitCode() == 0, m_lock->err());
        QCOMPARE(m_cluster->home("stays").command({"EXISTS", "stays"}).integer, 0);
    }

    void lockThatTheReplicaDoesNotHave_isLost_data()
    {
        QTest::addColumn<QString>("protocol");
        QTest::newRow("renewed") << u"token-watchdog"_s;
        QTest::newRow("not renewed") << u"token"_s; // nothing but the failover shows the loss before the release
    }

    void lockThatTheReplicaDoesNotHave_isLost()
    {
        QFETCH(const QString, protocol);
        makeCluster(); // the one before has lost a node
        m_cluster->stopReplication("gone");
        lockAndStay(protocol, u"gone"_s);
        m_cluster->killHome("gone");
        QVERIFY(m_lock->waitFor([&] { return m_lock->err().contains("The lock gone is lost"); }));
        QVERIFY(m_lock->waitEnd());
        QCOMPARE(m_lock->exitCode(), 76);
        if (protocol == u"token"_s)
            QVERIFY2(m_lock->err().contains("does not have the lock gone"), m_lock->err());
    }

private:
    void makeCluster()
    {
        RedisClusterOptions options;
        options.primaries = 3;
        options.replicas = true;
        m_cluster = std::make_unique<RedisCluster>(std::move(options));
    }

    QString url() const { return QString::fromStdString(toString(m_cluster->endpoint())); }
    QString oneNode() const { return u"redis-cluster://127.0.0.1:%1"_s.arg(m_cluster->endpoint().port); }

    // Until it reads a line.
    void lockAndStay(const QString &protocol, const QString &key)
    {
        m_lock = std::make_unique<LockscopeProcess>(
            QStringList{u"lock"_s, protocol, key, url(), u"--"_s, u"sh"_s, u"-c"_s, u"echo here; read line"_s});
        QVERIFY2(m_lock->waitFor([&] { return m_lock->out().contains("here"); }), m_lock->err());
    }

    std::unique_ptr<RedisCluster> m_cluster;
    std::unique_ptr<LockscopeProcess> m_lock;
};

LOCKSCOPE_TEST(ClusterLockTest)
#include "tst_cluster_lock.moc"

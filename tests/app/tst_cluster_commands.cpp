// SPDX-License-Identifier: MIT
// The commands on one node of a real cluster of two: what they see, what they say about the rest, and their exit codes.
#include "support/lockscope_process.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string token = "0123456789abcdef0123456789abcdef";
const QString owner = QString::fromStdString(token);

} // namespace

class ClusterCommandsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_cluster = std::make_unique<RedisCluster>(); }
    void cleanupTestCase() { m_cluster.reset(); }

    void cleanup() { m_process.reset(); }

    void list_showsTheNodesOwnAndSaysSo()
    {
        const auto keys = take({"lock:a", "lock:b", "lock:c", "lock:d"});
        QVERIFY(!keys.first.empty() && !keys.second.empty());
        run({u"list"_s, u"--json"_s}, *m_first, 1);
        QCOMPARE(m_process->exitCode(), 0);
        for (const auto &key : keys.first)
            QVERIFY2(m_process->out().contains('"' + key + '"'), m_process->out());
        for (const auto &key : keys.second)
            QVERIFY2(!m_process->out().contains('"' + key + '"'), m_process->out());
        QVERIFY2(m_process->err().contains("only the locks in its own slots are visible"), m_process->err());
    }

    // Its companion, the list that its waiters block on, is in another slot and cannot be read with it.
    void list_showsALockWhoseCompanionLivesElsewhere()
    {
        auto &node = m_cluster->home("lock:report");
        node.command({"SET", "lock:report", "qL8tK5XyGZ3m0aPf+R/2AwXy"});
        run({u"list"_s, u"--json"_s}, node, 1);
        QVERIFY2(m_process->out().contains("\"lock:report\"") && m_process->out().contains("python-redis-lock"), m_process->out());
    }

    void watch_tellsOfALockWhoseCompanionLivesElsewhere()
    {
        auto &node = m_cluster->home("lock:nightly");
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"watch"_s, u"--json"_s}, node.endpoint());
        QVERIFY(m_process->waitFor([this] { return m_process->err().contains("only the locks in its own slots are visible"); }));
        node.command({"SET", "lock:nightly", "qL8tK5XyGZ3m0aPf+R/2AwXy"});
        QVERIFY(m_process->waitFor([this] { return m_process->out().contains("\"lock:nightly\""); }));
        node.command({"DEL", "lock:nightly"});
        QVERIFY(m_process->waitFor([this] { return m_process->out().contains("\"released\""); }));
    }

    // While a slot is being moved, its keys are on one node or on the other.
    void watch_seesALockGoToAnotherNode()
    {
        auto &node = m_cluster->home("lock:goes");
        node.command({"SET", "lock:goes", token, "PX", "600000"});
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"watch"_s, u"--json"_s}, node.endpoint());
        QVERIFY(m_process->waitFor([this] { return m_process->out().contains("\"lock:goes\""); }));
        m_cluster->beginMove("lock:goes");
        m_cluster->moveKey("lock:goes");
        m_cluster->endMove("lock:goes");
        node.command({"SET", own(node), token, "PX", "600000"});
        QVERIFY(m_process->waitFor([&] { return m_process->out().contains(QByteArray::fromStdString(own(node))); })); // it continues
        QVERIFY2(!m_process->out().contains("\"deleted-early\""), m_process->out());
    }

    void release_ofAnothersKey_saysWhereItLives()
    {
        auto &node = m_cluster->home("lock:x");
        node.command({"SET", "lock:x", token, "PX", "600000"});
        run({u"release"_s, u"lock:x"_s, u"--owner"_s, owner, u"--yes"_s}, m_cluster->other("lock:x"), 2);
        QCOMPARE(m_process->exitCode(), 5);
        QVERIFY2(
            m_process->err().contains("this key is on " + QByteArray::fromStdString(m_cluster->address(node)) + ": connect to that node."),
            m_process->err());
        QVERIFY2(m_process->err().contains("Nothing was changed."), m_process->err());
        QCOMPARE(node.command({"EXISTS", "lock:x"}).integer, 1);
    }

    void release_acrossSlots_isRefused()
    {
        auto &node = m_cluster->home("lock:billing");
        node.command({"SET", "lock:billing", "qL8tK5XyGZ3m0aPf+R/2AwXy"});
        for (const auto &how : {u"--yes"_s, u"--dry-run"_s}) {
            run({u"release"_s, u"lock:billing"_s, u"--all"_s, how}, node, 2);
            QCOMPARE(m_process->exitCode(), 5);
            QVERIFY2(m_process->err().contains("have different slots"), m_process->err());
            QVERIFY2(m_process->err().contains("Nothing was changed."), m_process->err());
        }
        QCOMPARE(node.command({"EXISTS", "lock:billing"}).integer, 1);
    }

private:
    // Adds each on its own node; returns those of the first node, and the others.
    std::pair<QByteArrayList, QByteArrayList> take(const std::vector<std::string> &keys)
    {
        std::pair<QByteArrayList, QByteArrayList> taken;
        m_first = &m_cluster->home(keys.front());
        for (const auto &key : keys) {
            auto &home = m_cluster->home(key);
            home.command({"SET", key, token, "PX", "600000"});
            (&home == m_first ? taken.first : taken.second) << QByteArray::fromStdString(key);
        }
        return taken;
    }

    // A name in one of this node's slots.
    std::string own(RedisServer &node)
    {
        for (int i = 0;; ++i) {
            auto key = "lock:own:" + std::to_string(i);
            if (&m_cluster->home(key) == &node)
                return key;
        }
    }

    void run(const QStringList &words, RedisServer &node, qsizetype at)
    {
        m_process = std::make_unique<LockscopeProcess>(words, node.endpoint(), at);
        QVERIFY(m_process->waitEnd());
    }

    std::unique_ptr<RedisCluster> m_cluster;
    std::unique_ptr<LockscopeProcess> m_process;
    RedisServer *m_first = nullptr;
};

LOCKSCOPE_TEST(ClusterCommandsTest)
#include "tst_cluster_commands.moc"

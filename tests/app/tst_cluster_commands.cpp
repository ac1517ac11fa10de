// SPDX-License-Identifier: MIT
// The commands on one node of a real cluster of two: what they see, what they say about the rest, and their exit codes.
#include "support/eventually.h"
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

    void list_showsOnlyTheNodesKeysWithNotice()
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

    void watch_showsALockWhoseCompanionLivesElsewhere()
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

    void lockThatCameWithItsSlot_isSeen_data()
    {
        QTest::addColumn<bool>("atOnce");
        QTest::newRow("slowly") << false;
        QTest::newRow("at once") << true;
    }

    // The node that it came to may be asked about it before the slot is its own, or only afterwards.
    void lockThatCameWithItsSlot_isSeen()
    {
        QFETCH(bool, atOnce);
        const std::string key = atOnce ? "lock:comes:1" : "lock:comes:2";
        m_cluster->home(key).command({"SET", key, token, "PX", "600000"});
        auto &node = m_cluster->other(key);
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"watch"_s, u"--json"_s}, node.endpoint());
        QVERIFY(m_process->waitFor([this] { return m_process->err().contains("only the locks in its own slots are visible"); }));
        const auto before = own(node, "stays");
        node.command({"SET", before, token, "PX", "600000"});
        QVERIFY(m_process->waitFor([&] { return !about(before).isEmpty(); }));
        QVERIFY2(about(before).contains("\"acquired\""), m_process->out());
        m_cluster->beginMove(key);
        m_cluster->moveKey(key);
        if (!atOnce)
            QVERIFY(m_process->waitFor([&] { return m_process->err().contains("Not readable: 1."); }));
        m_cluster->endMove(key);
        QVERIFY(m_process->waitFor([&] { return !about(key).isEmpty(); }));
        QVERIFY2(about(key).contains("\"seen\"") && about(key).contains("its slot has come from another node"), m_process->out());
        node.command({"DEL", key});
        node.command({"DEL", before}); // in a slot that the node has had all the time
        QVERIFY(m_process->waitFor([&] { return about(before).count('\n') == 2; }));
        node.command({"SET", before, token, "PX", "600000"});
        QVERIFY(m_process->waitFor([&] { return about(before).count('\n') == 3; }));
        QVERIFY2(about(before).count("\"acquired\"") == 2, m_process->out());
        node.command({"DEL", before});
    }

    void listOfReplica_showsItsPrimarysLocks()
    {
        auto &node = m_cluster->home("lock:copied");
        auto &replica = m_cluster->replicaOf(node);
        node.command({"SET", "lock:copied", token, "PX", "600000"});
        QVERIFY(eventually([&] { return has(replica, "lock:copied"); }));
        run({u"list"_s}, replica, 1);
        QCOMPARE(m_process->exitCode(), 0);
        QVERIFY2(m_process->out().contains("lock:copied") && m_process->out().contains("This is a replica"), m_process->out());
        run({u"list"_s, u"--fail-if-any"_s}, replica, 1);
        QCOMPARE(m_process->exitCode(), 10);
    }

    void replicaRefusingReadonly_isAnError()
    {
        auto &replica = m_cluster->replicaOf(m_cluster->home("lock:copied"));
        replica.command({"ACL", "SETUSER", "w", "on", ">w", "~*", "&*", "+@all", "-readonly"});
        auto endpoint = replica.endpoint();
        endpoint.user = endpoint.password = "w";
        for (const auto &words : {QStringList{u"list"_s}, QStringList{u"list"_s, u"--fail-if-any"_s}, QStringList{u"watch"_s}}) {
            m_process = std::make_unique<LockscopeProcess>(words, endpoint);
            QVERIFY(m_process->waitEnd());
            QCOMPARE(m_process->exitCode(), 1);
            QVERIFY2(m_process->err().contains("ACL SETUSER w +readonly"), m_process->err());
            QVERIFY2(m_process->out().isEmpty(), m_process->out());
        }
    }

    // Every connection that reads must send READONLY.
    void watchOfReplica_followsTheLocks()
    {
        auto &node = m_cluster->home("lock:followed");
        auto &replica = m_cluster->replicaOf(node);
        node.command({"SET", "lock:followed", token, "PX", "600000"});
        QVERIFY(eventually([&] { return has(replica, "lock:followed"); }));
        m_process = std::make_unique<LockscopeProcess>(QStringList{u"watch"_s, u"--json"_s}, replica.endpoint());
        QVERIFY(m_process->waitFor([&] { return about("lock:followed").contains("\"seen\""); }));
        const auto born = own(node, "born");
        node.command({"SET", born, token, "PX", "600000"});
        QVERIFY(m_process->waitFor([&] { return about(born).contains("\"acquired\""); }));
        node.command({"DEL", born});
        node.command({"DEL", "lock:followed"});
        QVERIFY(m_process->waitFor([&] { return about(born).count('\n') == 2 && about("lock:followed").count('\n') == 2; }));
        QVERIFY2(!m_process->out().contains("out-of-sight") && !m_process->err().contains("Not readable"), m_process->out());
    }

    void whileTheClusterIsDown_locksAreKept()
    {
        auto &node = m_cluster->home("lock:kept");
        node.command({"SET", "lock:kept", token, "PX", "600000"});
        LockscopeProcess watch({u"watch"_s, u"--json"_s}, node.endpoint());
        QVERIFY(watch.waitFor([&] { return watch.out().contains("lock:kept"); }));
        m_cluster->setDown(node, true);
        QVERIFY(watch.waitFor([&] { return watch.err().contains("CLUSTERDOWN The cluster is down"); }));
        for (const auto &words : {QStringList{u"list"_s}, QStringList{u"list"_s, u"--fail-if-any"_s}}) {
            run(words, node, 1);
            QCOMPARE(m_process->exitCode(), 1);
            QVERIFY2(m_process->err().contains("is down: some of its slots have no node"), m_process->err());
            QVERIFY2(m_process->out().isEmpty(), m_process->out());
        }
        m_cluster->setDown(node, false);
        QVERIFY(watch.waitFor([&] { return watch.err().contains("The server lets keys be read again."); }));
        node.command({"DEL", "lock:kept"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\"") || watch.out().contains("\"deleted-early\""); }));
        QVERIFY2(!watch.out().contains("out-of-sight"), watch.out());
    }

    void releaseOfOtherNodesKey_namesThatNode()
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

    void releaseAcrossSlots_isRefused()
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
    std::string own(RedisServer &node, const std::string &word = "own")
    {
        for (int i = 0;; ++i) {
            auto key = "lock:" + word + ':' + std::to_string(i);
            if (&m_cluster->home(key) == &node)
                return key;
        }
    }

    // What the watch has said about it, in lines of their own.
    QByteArray about(const std::string &key) const
    {
        QByteArray lines;
        for (const auto &line : m_process->out().split('\n')) {
            if (line.contains('"' + QByteArray::fromStdString(key) + '"'))
                lines += line + '\n';
        }
        return lines;
    }

    static bool has(RedisServer &replica, const std::string &key)
    {
        replica.command({"READONLY"});
        return replica.command({"EXISTS", key}).integer == 1;
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

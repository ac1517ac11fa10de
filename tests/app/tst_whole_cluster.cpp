// SPDX-License-Identifier: MIT
// The commands on a whole real cluster, given by one of its nodes: each lock once with its node, a release where the lock is, and what is said
// when a node cannot be read.
#include "support/lockscope_process.h"
#include "support/redis_cluster.h"
#include "support/test_certificates.h"
#include "support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string clustersToken = "0123456789abcdef0123456789abcdef";

QString urlOf(const RedisServer &node, const QString &scheme = u"redis-cluster"_s)
{
    return u"%1://127.0.0.1:%2"_s.arg(scheme).arg(node.tcpEndpoint().port);
}

} // namespace

class WholeClusterTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        RedisClusterOptions options;
        options.primaries = 3;
        options.config = {u"cluster-require-full-coverage no"_s};
        m_cluster = std::make_unique<RedisCluster>(options);
        for (int i = 0; i < 12; ++i) {
            const auto key = "lock:" + std::to_string(i);
            m_cluster->home(key).command({"SET", key, clustersToken, "PX", "600000"});
        }
    }

    void list_showsEachLockOnceWithItsNode()
    {
        LockscopeProcess json({u"list"_s, urlOf(*m_cluster->servers().back()), u"--json"_s});
        QVERIFY(json.waitEnd());
        QCOMPARE(json.exitCode(), 0);
        const auto locks = QJsonDocument::fromJson(json.out()).array();
        QCOMPARE(locks.size(), 12);
        for (const auto &value : locks) {
            const auto lock = value.toObject();
            QCOMPARE(lock[u"node"_s].toString().toStdString(),
                     m_cluster->address(m_cluster->home(lock[u"key"_s].toString().toStdString())));
        }
        LockscopeProcess text({u"list"_s, urlOf(*m_cluster->servers().front())});
        QVERIFY(text.waitEnd());
        QVERIFY2(text.out().contains("NODE") && text.out().contains("12 locks at cluster via 127.0.0.1:"), text.out());
        const auto node = m_cluster->address(m_cluster->home("lock:0"));
        LockscopeProcess filtered(
            {u"list"_s, urlOf(*m_cluster->servers().front()), u"--json"_s, u"--filter"_s, u"node:%1"_s.arg(QString::fromStdString(node))});
        QVERIFY(filtered.waitEnd());
        QVERIFY2(filtered.out().contains("lock:0") && filtered.out().count("\"key\"") < 14, filtered.out());
        QCOMPARE(filtered.out().count(QByteArray::fromStdString("\"node\":\"" + node)), filtered.out().count("\"node\""));
    }

    void listOfOneNode_namesTheClustersAddress()
    {
        auto &node = *m_cluster->servers().front();
        LockscopeProcess list({u"list"_s, urlOf(node, u"redis"_s)});
        QVERIFY(list.waitEnd());
        QVERIFY2(list.out().simplified().contains((u"All of it: "_s + urlOf(node)).toUtf8()), list.out());
        QVERIFY2(!list.out().contains("NODE"), list.out());
    }

    void nodeThatCannotBeRead_isNamedAndTheListIsNotComplete()
    {
        const auto lost = m_cluster->address(m_cluster->home("lock:0"));
        m_cluster->killHome("lock:0");
        LockscopeProcess list({u"list"_s, urlOf(*m_cluster->servers().front()), u"--timeout"_s, u"3s"_s});
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 3);
        QVERIFY2(list.err().simplified().contains(QByteArray::fromStdString("The list is not complete: nothing could be read at " + lost)),
                 list.err());
        QVERIFY2(list.out().contains("lock:"), list.out());
        QVERIFY2(list.err().simplified().contains(QByteArray::fromStdString("Nothing accepts connections at " + lost)), list.err());
        QVERIFY2(list.err().contains("--map ANNOUNCED=REACHABLE"), list.err());
        QVERIFY2(!(list.out() + list.err()).contains("cannot be read for now"), list.err()); // it was said
    }

    void nodeWithItsOwnPassword_isExplained()
    {
        const auto closed = m_cluster->address(m_cluster->home("lock:0"));
        const auto url = urlOf(m_cluster->other("lock:0"));
        m_cluster->home("lock:0").command({"CONFIG", "SET", "requirepass", "another"});
        LockscopeProcess list({u"list"_s, url});
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 3);
        QVERIFY2(list.err().simplified().contains(QByteArray::fromStdString("nothing could be read at " + closed)), list.err());
        QVERIFY2(list.err().simplified().contains(QByteArray::fromStdString(closed + "/0 wants a password, and none was given")),
                 list.err());
    }

    void nodeThatSpeaksTlsAlone_isExplained()
    {
        const auto plain = m_cluster->address(m_cluster->home("lock:0"));
        const TestCertificates certificates;
        RedisServerOptions options;
        options.tls = &certificates;
        const RedisServer other(std::move(options));
        const auto there = "127.0.0.1:" + std::to_string(other.tlsEndpoint().port);
        LockscopeProcess list({u"list"_s, urlOf(m_cluster->other("lock:0")), u"--map"_s, QString::fromStdString(plain + '=' + there)});
        QVERIFY(list.waitEnd());
        QCOMPARE(list.exitCode(), 3);
        QVERIFY2(list.err().contains("If it expects TLS, write rediss://"), list.err());
        QVERIFY2(list.err().contains(QByteArray::fromStdString(there)), list.err());
    }

    void watch_saysThatALockMoves()
    {
        LockscopeProcess watch({u"watch"_s, urlOf(*m_cluster->servers().front()), u"--json"_s});
        QVERIFY(watch.waitFor([&] { return watch.out().count("\"seen\"") == 12; }));
        const auto from = m_cluster->address(m_cluster->home("lock:3"));
        m_cluster->move("lock:3");
        const auto to = m_cluster->address(m_cluster->home("lock:3"));
        QVERIFY2(watch.waitFor([&] { return watch.out().contains("\"moved\""); }), watch.out());
        QVERIFY2(watch.out().contains(QByteArray::fromStdString("\"from\":\"" + from + '"')), watch.out());
        QVERIFY2(watch.out().contains(QByteArray::fromStdString("\"node\":\"" + to + '"')), watch.out());
        m_cluster->home("lock:3").command({"DEL", "lock:3"});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("\"released\""); }));
        QVERIFY2(!watch.out().contains("\"acquired\"") && !watch.out().contains("out-of-sight"), watch.out());
    }

    void watch_saysOncePerNodeThatItIsNotKnown()
    {
        const auto first = m_cluster->address(m_cluster->home("lock:0"));
        std::string other = "lock:1";
        for (int i = 2; m_cluster->address(m_cluster->home(other)) == first; ++i)
            other = "lock:" + std::to_string(i);
        const auto second = m_cluster->address(m_cluster->home(other));
        auto &home = m_cluster->home("lock:0");
        LockscopeProcess watch({u"watch"_s, urlOf(*m_cluster->servers().front()), u"--json"_s, u"--timeout"_s, u"2s"_s});
        QVERIFY(watch.waitFor([&] { return watch.out().count("\"seen\"") == 12; }));
        const auto notKnown = [](const std::string &node) {
            return QByteArray::fromStdString(node + ": This node cannot be read for now");
        };
        home.kill();
        QVERIFY2(watch.waitFor([&] { return watch.err().contains(notKnown(first)); }), watch.err());
        m_cluster->home(other).kill();
        QVERIFY2(watch.waitFor([&] { return watch.err().contains(notKnown(second)); }), watch.err());
        QCOMPARE(watch.err().count("This node cannot be read for now"), 2);
        QVERIFY2(watch.err().contains("--map ANNOUNCED=REACHABLE"), watch.err()); // and what to do
        const auto blindness = [&](const std::string &node) {
            QList<QJsonObject> incidents;
            for (const auto &line : watch.out().split('\n')) {
                const auto object = QJsonDocument::fromJson(line).object();
                if (object[u"incident"_s] == u"feed-blind"_s && object[u"node"_s].toString().toStdString() == node)
                    incidents << object;
            }
            return incidents;
        };
        QVERIFY2(watch.waitFor([&] { return !blindness(first).empty() && !blindness(second).empty(); }), watch.out());
        QCOMPARE(blindness(first).size(), 1);
        QCOMPARE(blindness(second).size(), 1);
        home.start(); // without its locks, but it is watched
        QVERIFY2(watch.waitFor([&] { return blindness(first).size() == 2; }), watch.out());
        QVERIFY(blindness(first).last()[u"why"_s].toString().contains(u"; blind for "_s));
        QVERIFY2(watch.waitFor([&] { return watch.err().contains(QByteArray::fromStdString(first + ": This node is watched again.")); }),
                 watch.err());
        QCOMPARE(watch.err().count("This node cannot be read for now"), 2);
    }

    void watch_saysThatAReplicaHasTakenOver()
    {
        RedisClusterOptions options;
        options.primaries = 3;
        options.replicas = true;
        RedisCluster cluster(options);
        cluster.home("lock:0").command({"SET", "lock:0", clustersToken, "PX", "600000"});
        cluster.home("lock:0").command({"WAIT", "1", "0"});
        const auto before = cluster.address(cluster.home("lock:0"));
        LockscopeProcess watch({u"watch"_s, urlOf(*cluster.servers().front())});
        QVERIFY(watch.waitFor([&] { return watch.out().contains("lock:0"); }));
        cluster.failOver("lock:0");
        const auto after = cluster.address(cluster.home("lock:0"));
        const auto said =
            QByteArray::fromStdString("another primary has taken over while this one was watched (in place of " + before + ").");
        QVERIFY2(watch.waitFor([&] { return watch.err().contains(said); }), watch.err());
        QVERIFY2(watch.err().contains(QByteArray::fromStdString(after + ": ")), watch.err());
        cluster.home("lock:0").command({"SET", "{lock:0}:new", clustersToken, "PX", "600000"});
        QVERIFY2(watch.waitFor([&] { return watch.out().contains("{lock:0}:new"); }), watch.err()); // what was said before is complete
        QVERIFY2(!watch.err().contains("cannot be read"), watch.err());
    }

    void trace_isOfTheNodeThatHasTheKeys()
    {
        const auto node = m_cluster->address(m_cluster->home("lock:0"));
        std::string other = "lock:1";
        for (int i = 2; m_cluster->address(m_cluster->home(other)) == node; ++i)
            other = "lock:" + std::to_string(i);
        const auto url = urlOf(m_cluster->other("lock:0")); // a node that does not have it
        LockscopeProcess trace({u"trace"_s, u"lock:0"_s, url, u"--yes"_s, u"--for"_s, u"1m"_s});
        QVERIFY2(
            trace.waitFor([&] { return trace.err().simplified().contains(QByteArray::fromStdString(node + " of the cluster has it")); }),
            trace.err());
        QVERIFY(trace.waitFor([&] {
            m_cluster->home("lock:0").command({"DEL", "lock:0"});
            m_cluster->home("lock:0").command({"SET", "lock:0", clustersToken, "NX", "PX", "60000"});
            return trace.out().contains("acquired");
        }));
        QVERIFY2(trace.out().contains("127.0.0.1:") || trace.out().contains("Unix socket"), trace.out()); // the client
        LockscopeProcess json({u"trace"_s, u"lock:0"_s, url, u"--yes"_s, u"--json"_s, u"--for"_s, u"1m"_s});
        QVERIFY(json.waitFor([&] {
            m_cluster->home("lock:0").command({"DEL", "lock:0"});
            m_cluster->home("lock:0").command({"SET", "lock:0", clustersToken, "NX", "PX", "60000"});
            return json.out().contains("\"type\":\"change\"");
        }));
        json.interrupt();
        QVERIFY(json.waitEnd());
        QVERIFY2(json.out().contains("\"type\":\"ended\""), json.out());
        QCOMPARE(json.out().count(QByteArray::fromStdString("\"node\":\"" + node + '"')), json.out().count('\n')); // each line
        LockscopeProcess several({u"trace"_s, u"lock:0"_s, QString::fromStdString(other), url, u"--yes"_s});
        QVERIFY(several.waitEnd());
        QCOMPARE(several.exitCode(), 2);
        QVERIFY2(several.err().contains("on several nodes") && several.err().contains("name the keys of one node"), several.err());
        LockscopeProcess all({u"trace"_s, url, u"--yes"_s});
        QVERIFY(all.waitEnd());
        QCOMPARE(all.exitCode(), 2);
        QVERIFY2(all.err().contains("trace reads the commands of one server"), all.err());
    }

    void release_findsTheNode()
    {
        for (const auto *key : {"lock:1", "lock:2", "lock:4"}) {
            LockscopeProcess release({u"release"_s, QString::fromLatin1(key), urlOf(*m_cluster->servers().front()), u"--owner"_s,
                                      QString::fromStdString(clustersToken), u"--yes"_s, u"--no-watch"_s});
            QVERIFY(release.waitEnd());
            QVERIFY2(release.exitCode() == 0, release.err());
            QCOMPARE(m_cluster->home(key).command({"EXISTS", key}).integer, 0);
        }
        m_cluster->beginMove("lock:3");
        m_cluster->moveKey("lock:3"); // it has gone ahead of its slot
        LockscopeProcess ahead({u"release"_s, u"lock:3"_s, urlOf(*m_cluster->servers().front()), u"--owner"_s,
                                QString::fromStdString(clustersToken), u"--yes"_s, u"--no-watch"_s});
        QVERIFY(ahead.waitEnd());
        QVERIFY2(ahead.exitCode() == 0, ahead.err());
        QCOMPARE(m_cluster->commandWhereItMoves("lock:3", {"EXISTS", "lock:3"}).integer, 0);
        LockscopeProcess key({u"list"_s, urlOf(*m_cluster->servers().front()), u"--key"_s, u"lock:5"_s, u"--json"_s});
        QVERIFY(key.waitEnd());
        QVERIFY2(key.exitCode() == 0 && key.out().contains("\"lock\""), key.out() + key.err());
    }

private:
    std::unique_ptr<RedisCluster> m_cluster;
};

LOCKSCOPE_TEST(WholeClusterTest)
#include "tst_whole_cluster.moc"

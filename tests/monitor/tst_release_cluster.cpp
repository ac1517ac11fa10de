// SPDX-License-Identifier: MIT
// What a release does on a node of a cluster that does not serve the key, or not all that belongs to it. At the look and at the release, it
// changes nothing and passes on what the node said. On two real nodes.
#include "support/redis_cluster.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string token = "0123456789abcdef0123456789abcdef";
const std::string pythonToken = "qL8tK5XyGZ3m0aPf+R/2AwXy";
const std::string threadOwner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

} // namespace

class ReleaseClusterTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_cluster = std::make_unique<RedisCluster>(); }
    void cleanupTestCase() { m_cluster.reset(); }

    void keysOwnNode_releasesIt()
    {
        take("here");
        const auto releaser = releaserAt(m_cluster->home("here"));
        const auto plan = releaser->plan(TestedReleaser::wish("here", {token}));
        QCOMPARE(told(plan), u"possible"_s);
        QCOMPARE(told(releaser->release(plan.order)), u"released"_s);
    }

    void otherNodesKey_namesThatNode()
    {
        take("there");
        const auto plan = releaserAt(m_cluster->other("there"))->plan(TestedReleaser::wish("there", {token}));
        QVERIFY2(told(plan).startsWith(u"not-permitted: MOVED "), qPrintable(told(plan)));
        QVERIFY2(told(plan).endsWith(addressOf(m_cluster->home("there"))), qPrintable(told(plan)));
    }

    void keyMovedSinceLook_namesTheNewNode_data() { means(); }
    void keyMovedSinceLook_namesTheNewNode()
    {
        QFETCH(bool, byTransaction);
        const std::string key = byTransaction ? "moves:b" : "moves:a";
        take(key);
        auto &node = m_cluster->home(key);
        const auto releaser = releaserAt(node, byTransaction);
        const auto plan = releaser->plan(TestedReleaser::wish(key, {token}));
        QCOMPARE(told(plan), u"possible"_s);
        m_cluster->beginMove(key);
        m_cluster->moveKey(key);
        expectRefused(*releaser, plan, u"ASK"_s);
        m_cluster->endMove(key);
        expectRefused(*releaser, plan, u"MOVED"_s);
        QVERIFY(&m_cluster->home(key) != &node);
        QCOMPARE(m_cluster->home(key).command({"GET", key}).text, token);
    }

    void keyStillHereWhileSlotMoves_isReleased()
    {
        take("still:here");
        m_cluster->beginMove("still:here");
        QCOMPARE(told(releaserAt(m_cluster->home("still:here"))->release(TestedReleaser::wish("still:here", {token}))), u"released"_s);
    }

    void lockWhoseQueueMoved_isRefused()
    {
        auto &node = m_cluster->home("till");
        node.command({"HSET", "till", threadOwner, "1"});
        node.command({"PEXPIRE", "till", "60000"});
        node.command({"RPUSH", "redisson_lock_queue:{till}", "next:2"});
        node.command({"ZADD", "redisson_lock_timeout:{till}", "4102444800000", "next:2"});
        const auto releaser = releaserAt(node);
        const auto plan = releaser->plan(TestedReleaser::wish("till", {threadOwner}));
        QCOMPARE(told(plan), u"possible"_s);
        m_cluster->beginMove("till");
        m_cluster->moveKey("redisson_lock_queue:{till}");
        expectRefused(*releaser, plan, RedisServer::isAtLeast(7, 0) ? u"TRYAGAIN"_s : u"ASK"_s);
        QCOMPARE(node.command({"EXISTS", "till"}).integer, 1);
    }

    // The companions are in another slot, so no single step can change both.
    void lockInTwoSlots_isUnchanged_data() { means(); }
    void lockInTwoSlots_isUnchanged()
    {
        QFETCH(bool, byTransaction);
        auto &node = m_cluster->home("lock:report");
        node.command({"SET", "lock:report", pythonToken});
        const auto releaser = releaserAt(node, byTransaction);
        const auto plan = releaser->plan(TestedReleaser::wish("lock:report", {pythonToken}));
        QCOMPARE(told(plan), u"possible"_s);
        QVERIFY(!plan.wakeUps.empty() || plan.keys.size() > 1);
        expectRefused(*releaser, plan, u"CROSSSLOT"_s);
        QCOMPARE(node.command({"GET", "lock:report"}).text, pythonToken);
    }

    void unassignedSlot_isReported()
    {
        RedisServerOptions options;
        options.cluster = true;
        RedisServer node(std::move(options));
        const auto releaser = releaserAt(node);
        const auto lost = releaser->plan(TestedReleaser::wish("lock:a", {token}));
        QVERIFY2(told(lost).startsWith(u"not-permitted: CLUSTERDOWN"), qPrintable(told(lost)));
        QVERIFY(takeSlots(node, 0, lastSlot));
        QVERIFY(!node.command({"SET", "lock:a", token, "PX", "60000"}).isError());
        const auto plan = releaser->plan(TestedReleaser::wish("lock:a", {token}));
        QCOMPARE(told(plan), u"possible"_s);
        const auto slot = std::to_string(node.command({"CLUSTER", "KEYSLOT", "lock:a"}).integer);
        node.command({"CLUSTER", "DELSLOTS", slot});
        expectRefused(*releaser, plan, u"CLUSTERDOWN"_s);
    }

    // On a cluster Redisson's waiters listen with SSUBSCRIBE.
    void shardedChannels_arePublishedTo()
    {
        auto &node = m_cluster->home("lock:stock");
        node.command({"HSET", "lock:stock", threadOwner, "1"});
        node.command({"PEXPIRE", "lock:stock", "60000"});
        RedisClient waiter(node.endpoint());
        if (waiter.command({"SSUBSCRIBE", "redisson_lock__channel:{lock:stock}"}).isError())
            QSKIP("this server has no sharded channels (7.0)");
        const auto report = releaserAt(node)->release(TestedReleaser::wish("lock:stock", {threadOwner}));
        QCOMPARE(told(report), u"released"_s);
        QCOMPARE(report.told, 1);
        QCOMPARE(waiter.read().elements.back().text, "0");
    }

private:
    static void means()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::newRow("script") << false;
        QTest::newRow("transaction") << true;
    }

    void take(const std::string &key) { QVERIFY(!m_cluster->home(key).command({"SET", key, token, "PX", "60000"}).isError()); }

    QString addressOf(const RedisServer &node) const { return QString::fromStdString(m_cluster->address(node)); }

    static std::unique_ptr<TestedReleaser> releaserAt(RedisServer &node, bool byTransaction = false)
    {
        auto endpoint = node.endpoint();
        if (byTransaction) {
            node.command({"ACL", "SETUSER", "noscripts", "on", ">pw", "~*", "&*", "+@all", "-@scripting"});
            endpoint.user = "noscripts";
            endpoint.password = "pw";
        }
        return std::make_unique<TestedReleaser>(endpoint);
    }

    // A real and a dry run are refused for the reason that the node gives.
    static void expectRefused(TestedReleaser &releaser, const ReleasePlan &plan, const QString &code)
    {
        for (const bool dry : {true, false}) {
            const auto report = releaser.release(plan.order, dry);
            QVERIFY2(told(report).startsWith(u"not-permitted: "_s + code + u' '), qPrintable(told(report)));
        }
    }

    std::unique_ptr<RedisCluster> m_cluster;
};

LOCKSCOPE_TEST(ReleaseClusterTest)
#include "tst_release_cluster.moc"

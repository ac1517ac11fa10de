// SPDX-License-Identifier: MIT
// A Monitor of a whole real cluster: each lock once, whatever node it is asked through; slots that move and primaries that fail over acquire
// nothing and end nothing; a release goes to the node that has the lock.
#include "support/cluster_partition.h"
#include "support/eventually.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Phase = MonitorState::Phase;

const std::string holder = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

void take(RedisCluster &cluster, const std::string &key) { cluster.home(key).command({"SET", key, holder, "PX", "600000"}); }

Endpoint through(const RedisServer &node)
{
    const auto port = std::to_string(node.tcpEndpoint().port);
    return *Endpoint::parse("redis-cluster://127.0.0.1:" + port);
}

RedisClusterOptions three(bool replicas, QStringList config = {})
{
    RedisClusterOptions options;
    options.primaries = 3;
    options.replicas = replicas;
    options.config = std::move(config);
    return options;
}

std::int64_t count(const Watcher &watcher, EventType type, std::string_view prefix = {})
{
    return std::ranges::count_if(watcher.events(),
                                 [&](const LockEvent &event) { return event.type == type && event.id.key.starts_with(prefix); });
}

/// Clients that take and release locks under 20 names in all slots but one, as long as this lives.
class Load
{
public:
    explicit Load(RedisCluster &cluster)
    {
        for (int i = 0; i < 20; ++i) {
            const auto key = "lock:busy:" + std::to_string(i);
            m_homes.emplace_back(key, &cluster.home(key));
        }
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            const auto &[taken, here] = m_homes[m_turn % m_homes.size()];
            const auto &[released, there] = m_homes[(m_turn + m_homes.size() / 2) % m_homes.size()];
            here->command({"SET", taken, holder, "NX", "PX", "30000"});
            there->command({"DEL", released});
            ++m_turn;
        });
        m_timer.start(5ms);
    }

private:
    QTimer m_timer;
    std::size_t m_turn = 0;
    std::vector<std::pair<std::string, RedisServer *>> m_homes;
};

/// Asks a watcher's desk, and waits for the answers.
class Desk
{
public:
    explicit Desk(Watcher &watcher)
        : m_desk(watcher.monitor().desk())
    { }

    ReleasePlan plan(const std::string &key)
    {
        QSignalSpy planned(&m_desk, &ReleaseDesk::planned);
        ReleaseRequest wish;
        wish.id.key = key;
        m_desk.plan(newRequestId(), wish);
        return eventually([&] { return planned.size() == 1; }) ? planned[0][1].value<ReleasePlan>() : ReleasePlan();
    }

    ReleaseReport release(const ReleasePlanInput &order)
    {
        QSignalSpy reported(&m_desk, &ReleaseDesk::reported);
        m_desk.release(newRequestId(), order);
        return eventually([&] { return reported.size() == 1; }) ? reported[0][1].value<ReleaseReport>() : ReleaseReport();
    }

private:
    ReleaseDesk &m_desk;
};

} // namespace

class MonitorClusterTest : public QObject
{
    Q_OBJECT

private slots:
    void listThroughAnyNode_showsEachLockOnce()
    {
        RedisCluster cluster(three(true));
        std::map<Bytes, std::string> homes;
        for (int i = 0; i < 60; ++i) {
            const auto key = "lock:" + std::to_string(i);
            take(cluster, key);
            homes[key] = cluster.address(cluster.home(key));
        }
        for (const auto *node : cluster.servers()) {
            auto options = Watcher::quick();
            options.watch = false;
            Watcher watcher(through(*node), options);
            QVERIFY2(watcher.waitLive(), qPrintable(watcher.told()));
            std::map<Bytes, std::string> listed;
            for (const auto &[key, lock] : watcher.locks())
                listed[key] = lock.node;
            QVERIFY(listed == homes);
            QCOMPARE(watcher.state().locks, 60);
            QVERIFY(watcher.state().cluster);
            QCOMPARE(watcher.state().cluster->nodes, 6);
            QCOMPARE(watcher.state().cluster->slotsServed, ClusterState::allSlots);
            QVERIFY(watcher.state().coverage.provesAbsence());
        }
    }

    void quietLocksOfASlotThatMoves_moveAndNothingElse()
    {
        RedisCluster cluster(three(false));
        constexpr int locks = 200;
        auto &from = cluster.home("lock:{q}:0");
        for (int i = 0; i < locks; ++i)
            from.command({"SET", "lock:{q}:" + std::to_string(i), holder, "PX", "600000"});
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitFor([&] { return watcher.locks().size() >= std::size_t(locks); }));
        const Load load(cluster);
        QVERIFY(watcher.waitFor([&] { return count(watcher, EventType::Acquired, "lock:busy:") > 10; }));
        watcher.clear();
        cluster.beginMove("lock:{q}:0");
        for (int i = 0; i < locks; ++i) {
            cluster.moveKey("lock:{q}:" + std::to_string(i));
            QTest::qWait(i % 10 == 0 ? 10 : 0); // its nodes are watched meanwhile, and other clients go on
        }
        QCOMPARE(watcher.locks().size() >= std::size_t(locks), true);
        cluster.endMove("lock:{q}:0");
        const auto to = cluster.address(cluster.home("lock:{q}:0"));
        QVERIFY(to != cluster.address(from));
        QVERIFY2(watcher.waitFor([&] { return count(watcher, EventType::Moved) == locks; }), qPrintable(watcher.told()));
        for (int i = 0; i < locks; ++i) {
            const auto key = "lock:{q}:" + std::to_string(i);
            QCOMPARE(watcher.story(key), u"moved"_s);
            QCOMPARE(watcher.locks().at(key).node, to);
            QCOMPARE(watcher.last(key)->from, cluster.address(from));
        }
    }

    void replicaThatIsPromoted_goesOnWithoutAnEvent_data()
    {
        QTest::addColumn<bool>("killed");
        QTest::newRow("as an administrator asks it to") << false;
        QTest::newRow("its primary was killed") << true;
    }
    void replicaThatIsPromoted_goesOnWithoutAnEvent()
    {
        QFETCH(bool, killed);
        RedisCluster cluster(three(true));
        constexpr int locks = 100;
        for (int i = 0; i < locks; ++i)
            take(cluster, "lock:" + std::to_string(i));
        cluster.home("lock:0").command({"WAIT", "1", "0"});
        const auto before = cluster.address(cluster.home("lock:0"));
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitFor([&] { return watcher.locks().size() == std::size_t(locks); }));
        watcher.clear();
        if (killed)
            cluster.killHome("lock:0");
        else
            cluster.failOver("lock:0");
        const auto after = cluster.address(cluster.waitForHome("lock:0"));
        QVERIFY(before != after);
        QElapsedTimer since;
        since.start();
        const auto isLive = [&] {
            const auto *node = watcher.state().cluster->find(after);
            return node && node->phase == Phase::Live && watcher.locks().at("lock:0").node == after;
        };
        QVERIFY2(watcher.waitFor(isLive), qPrintable(watcher.told()));
        QVERIFY2(since.elapsed() < 5000, qPrintable(QString::number(since.elapsed())));
        take(cluster, "lock:new");
        QVERIFY(watcher.waitLock("lock:new"));
        QCOMPARE(watcher.locks().size(), std::size_t(locks + 1));
        QVERIFY2(std::ranges::all_of(watcher.events(), [](const LockEvent &event) { return event.id.key == "lock:new"; }),
                 qPrintable(watcher.told()));
    }

    void lockThatWasNotReplicated_isMissingAfterTheFailover()
    {
        RedisCluster cluster(three(true));
        take(cluster, "lock:{x}:kept");
        auto &home = cluster.home("lock:{x}:lost");
        home.command({"WAIT", "1", "0"});
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());
        auto &replica = cluster.replicaOf(home);
        replica.pause();
        home.command({"CLIENT", "KILL", "TYPE", "replica"});            // what is sent over this connection would be read afterwards
        home.command({"SET", "lock:{x}:lost", holder, "PX", "600000"}); // the fixture would also ask the replica
        QVERIFY(watcher.waitFor([&] { return watcher.locks().size() == 2; }));
        watcher.clear();
        home.kill();
        replica.resume();
        cluster.waitForHome("lock:{x}:lost");
        QVERIFY2(watcher.waitEvents("lock:{x}:lost", u"out-of-sight"_s), qPrintable(watcher.told()));
        QVERIFY2(watcher.last("lock:{x}:lost")->why.find("missing after the failover") != std::string::npos, qPrintable(watcher.told()));
        QCOMPARE(watcher.story("lock:{x}:kept"), QString());
    }

    // It still answers reads, and leases that were renewed on the other side expire there.
    void primaryOfAMinority_isNotBelievedOnceAnotherHasItsSlots()
    {
        if (!RedisServer::isAtLeast(7, 0))
            QSKIP("bind-source-addr came with Redis 7.0");
        RedisCluster cluster(three(true, {u"cluster-allow-reads-when-down yes"_s}));
        take(cluster, "lock:0");
        auto &minority = cluster.home("lock:0");
        auto &replica = cluster.replicaOf(minority);
        minority.command({"SET", "{lock:0}:renewed", holder, "PX", "30000"}); // the failover must come before that
        minority.command({"WAIT", "1", "0"});
        ClusterPartition partition(cluster);
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitFor([&] { return watcher.locks().size() == 2; }));
        watcher.clear();
        partition.isolate(minority);
        QVERIFY(eventually([&] { return replica.command({"ROLE"}).elements.at(0).text == "master"; }));
        QVERIFY(eventually([&] { return replica.command({"PEXPIRE", "{lock:0}:renewed", "600000"}).integer == 1; }));
        const auto after = cluster.address(replica);
        QVERIFY2(watcher.waitFor([&] { return watcher.locks().at("lock:0").node == after; }), qPrintable(watcher.told()));
        QVERIFY(eventually([&] { return minority.command({"EXISTS", "{lock:0}:renewed"}).integer == 0; }));
        QCOMPARE(minority.command({"GET", "lock:0"}).text, holder); // it still answers
        replica.command({"SET", "{lock:0}:new", holder, "PX", "600000"});
        QVERIFY(watcher.waitLock("{lock:0}:new"));
        QVERIFY2(watcher.locks().contains("lock:0") && watcher.locks().contains("{lock:0}:renewed"), qPrintable(watcher.told()));
        for (const auto &event : watcher.events()) {
            const bool isOfThatLock =
                event.id.key == "{lock:0}:renewed" && (event.type == EventType::Renewed || event.type == EventType::Seen);
            QVERIFY2(isOfThatLock || event.id.key == "{lock:0}:new", toString(event).c_str());
            QCOMPARE(event.node, after);
        }
        // Also if it is the only node that was named: it names the others.
        auto options = Watcher::quick();
        options.watch = false;
        Watcher list(through(minority), options);
        QVERIFY2(list.waitLive(), qPrintable(list.told()));
        QCOMPARE(list.locks().size(), std::size_t(3));
        for (const auto &[key, lock] : list.locks())
            QCOMPARE(lock.node, after);
    }

    void nodeThatIsDown_keepsItsLocksAndTheOthersAreLive()
    {
        RedisCluster cluster(three(false, {u"cluster-require-full-coverage no"_s}));
        std::string there = "lock:0";
        std::string here = "lock:1";
        for (int i = 2; &cluster.home(here) == &cluster.home(there); ++i)
            here = "lock:" + std::to_string(i);
        take(cluster, there);
        take(cluster, here);
        auto &stays = cluster.home(here);
        const auto lost = cluster.address(cluster.home(there));
        Watcher watcher(cluster.endpoint());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitFor([&] { return watcher.locks().size() == 2; }));
        watcher.clear();
        cluster.killHome(there);
        QVERIFY(watcher.waitFor([&] { return watcher.state().lostNodeOf(watcher.locks().at(there)) != nullptr; }));
        QCOMPARE(watcher.state().phase, Phase::Live);
        QVERIFY(watcher.state().lostNodeOf(watcher.locks().at(there))->unknownSince);
        QVERIFY(std::ranges::any_of(watcher.state().notices,
                                    [&](const Notice &notice) { return notice.kind == Notice::Kind::NodeLost && notice.node == lost; }));
        QVERIFY(!watcher.state().coverage.provesAbsence());
        stays.command({"DEL", here});
        QVERIFY(watcher.waitFor([&] { return !watcher.story(here).isEmpty(); }));
        QVERIFY(watcher.locks().contains(there));
        QCOMPARE(watcher.story(there), QString());
    }

    void release_goesToTheNodeThatHasTheLock_data()
    {
        QTest::addColumn<bool>("moved");
        QTest::newRow("where it was") << false;
        QTest::newRow("its slot has moved since the look") << true;
    }
    void release_goesToTheNodeThatHasTheLock()
    {
        QFETCH(bool, moved);
        RedisCluster cluster(three(false));
        QTemporaryDir audit;
        take(cluster, "lock:x");
        auto options = Watcher::quick();
        options.auditDirectory = audit.path().toStdString();
        Watcher watcher(cluster.endpoint(), options);
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitLock("lock:x"));
        auto &desk = watcher.monitor().desk();
        QSignalSpy planned(&desk, &ReleaseDesk::planned), reported(&desk, &ReleaseDesk::reported);
        ReleaseRequest wish;
        wish.id.key = "lock:x";
        desk.plan(newRequestId(), wish);
        QVERIFY(eventually([&] { return planned.size() == 1; }));
        const auto plan = planned[0][1].value<ReleasePlan>();
        QVERIFY2(plan.possible(), plan.hindrance ? plan.hindrance->text.c_str() : "");
        if (moved)
            cluster.move("lock:x");
        desk.release(newRequestId(), plan.order);
        QVERIFY(eventually([&] { return reported.size() == 1; }));
        auto report = reported[0][1].value<ReleaseReport>();
        if (moved) { // nothing was done, and a new look says where it is; or the view knew it already
            if (!report.done()) {
                QCOMPARE(cluster.home("lock:x").command({"GET", "lock:x"}).text, holder);
                desk.plan(newRequestId(), wish);
                QVERIFY(eventually([&] { return planned.size() == 2; }));
                const auto again = planned[1][1].value<ReleasePlan>();
                QVERIFY2(again.possible(), again.hindrance ? again.hindrance->text.c_str() : "");
                desk.release(newRequestId(), again.order);
                QVERIFY(eventually([&] { return reported.size() == 2; }));
                report = reported[1][1].value<ReleaseReport>();
            }
        }
        QVERIFY2(report.outcome == ReleaseOutcome::Released, std::string(toString(report.outcome)).c_str());
        QVERIFY(cluster.home("lock:x").command({"GET", "lock:x"}).isNil());
        QVERIFY(watcher.waitFor([&] { return watcher.story("lock:x").endsWith(u"force-released"_s); }));
    }

    // Its slot is still served by the old node, and the lock is on the new one already.
    void releaseWhileTheSlotMoves_isDoneWhereTheLockIs_data()
    {
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("meanwhile");
        QTest::addColumn<bool>("done");
        QTest::newRow("by script") << u""_s << u""_s << true;
        QTest::newRow("by transaction") << u"noscripts"_s << u""_s << true;
        QTest::newRow("the move ends before the release") << u""_s << u"ends"_s << true;
        QTest::newRow("the lock goes back before the release") << u""_s << u"returns"_s << false;
        QTest::newRow("the lock is renewed before the release") << u""_s << u"renewed"_s << false;
    }
    void releaseWhileTheSlotMoves_isDoneWhereTheLockIs()
    {
        QFETCH(QString, user);
        QFETCH(QString, meanwhile);
        QFETCH(bool, done);
        RedisCluster cluster(three(false, {u"user noscripts on >pw ~* &* +@all -@scripting"_s}));
        QTemporaryDir audit;
        take(cluster, "lock:x");
        auto options = Watcher::quick();
        options.auditDirectory = audit.path().toStdString();
        auto endpoint = cluster.endpoint();
        endpoint.user = user.toStdString();
        endpoint.password = user.isEmpty() ? "" : "pw";
        Watcher watcher(endpoint, options);
        QVERIFY2(watcher.waitLive(), qPrintable(watcher.told()));
        QVERIFY(watcher.waitLock("lock:x"));
        auto &from = cluster.home("lock:x");
        auto &to = cluster.other("lock:x");
        Desk desk(watcher);
        const auto before = desk.plan("lock:x");
        QVERIFY(!before.order.importer);
        cluster.beginMove("lock:x");
        cluster.moveKey("lock:x");
        QVERIFY(!desk.release(before.order).done()); // it was for the old node
        const auto plan = desk.plan("lock:x");
        QVERIFY2(plan.possible(), plan.hindrance ? plan.hindrance->text.c_str() : "");
        QVERIFY(plan.order.importer);
        QCOMPARE(toString(*plan.order.importer), cluster.address(to));
        if (meanwhile == u"ends")
            cluster.endMove("lock:x");
        if (meanwhile == u"returns")
            cluster.abandonMove("lock:x");
        if (meanwhile == u"renewed")
            cluster.commandWhereItMoves("lock:x", {"PEXPIRE", "lock:x", "900000"});
        const auto report = desk.release(plan.order);
        QCOMPARE(report.done(), done);
        QCOMPARE(report.byTransaction, !user.isEmpty());
        const auto left = meanwhile == u"returns" ? from.command({"GET", "lock:x"})
                          : meanwhile == u"ends"  ? to.command({"GET", "lock:x"})
                                                  : cluster.commandWhereItMoves("lock:x", {"GET", "lock:x"});
        QCOMPARE(left.text, done ? std::string() : holder);
        if (done)
            QVERIFY2(watcher.waitFor([&] { return watcher.story("lock:x").endsWith(u"force-released"_s); }), qPrintable(watcher.told()));
        if (meanwhile == u"returns") {
            QVERIFY2(report.error && report.error->detail == "slot-moves", toString(report.outcome).data());
            const auto again = desk.plan("lock:x");
            QVERIFY2(again.possible(), again.hindrance ? again.hindrance->text.c_str() : "");
            QVERIFY(desk.release(again.order).done());
        }
    }

    // The parts of a lock go one by one, and a node answers nothing about several keys of a slot that comes, as long as one is missing.
    void releaseOfALockOnBothNodes_isNotDone()
    {
        RedisCluster cluster(three(false));
        QTemporaryDir audit;
        const std::string owner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
        auto &from = cluster.home("till");
        from.command({"HSET", "till", owner, "1"});
        from.command({"PEXPIRE", "till", "600000"});
        from.command({"RPUSH", "redisson_lock_queue:{till}", "next:2"});
        from.command({"ZADD", "redisson_lock_timeout:{till}", "4102444800000", "next:2"});
        auto options = Watcher::quick();
        options.auditDirectory = audit.path().toStdString();
        Watcher watcher(cluster.endpoint(), options);
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitLock("till"));
        Desk desk(watcher);
        const auto before = desk.plan("till");
        QVERIFY(before.possible());
        cluster.beginMove("till");
        cluster.moveKey("till");
        QVERIFY(!desk.release(before.order).done());
        const auto plan = desk.plan("till");
        if (plan.possible())
            QVERIFY(!desk.release(plan.order).done());
        QCOMPARE(cluster.commandWhereItMoves("till", {"HGET", "till", owner}).text, std::string("1"));
        cluster.moveKey("redisson_lock_queue:{till}");
        cluster.moveKey("redisson_lock_timeout:{till}");
        cluster.endMove("till");
        const auto whole = desk.plan("till");
        QVERIFY2(whole.possible(), whole.hindrance ? whole.hindrance->text.c_str() : "");
        QVERIFY(desk.release(whole.order).done());
    }
};

LOCKSCOPE_TEST(MonitorClusterTest)
#include "tst_monitor_cluster.moc"

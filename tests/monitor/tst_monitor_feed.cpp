// SPDX-License-Identifier: MIT
// The races and losses that a feed must survive, each on a real server.
#include "support/redis_cluster.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/monitor/watch/feed.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const std::string feedOwner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const std::string feedOwner2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

bool has(const MonitorState &state, Notice::Kind kind)
{
    return std::ranges::any_of(state.notices, [&](const Notice &notice) { return notice.kind == kind; });
}

/// Our connections as CLIENT LIST shows them: the part of the feed that each belongs to, and its id.
std::map<QByteArray, QByteArray> connectionsOf(RedisServer &server)
{
    std::map<QByteArray, QByteArray> connections; // the oldest first
    const auto list = QByteArray::fromStdString(server.command({"CLIENT", "LIST"}).text);
    for (const auto &line : list.split('\n')) {
        std::map<QByteArray, QByteArray> fields;
        for (const auto &field : line.split(' '))
            fields[field.left(field.indexOf('='))] = field.mid(field.indexOf('=') + 1);
        if (fields["name"] != "lockscope")
            continue;
        const auto flags = fields["flags"];
        const auto part = fields["sub"] != "0"             ? "subscription"
                          : flags.contains('B')            ? "broadcast"
                          : !connections.contains("sweep") ? "sweep"
                                                           : "watched";
        connections[part] = fields["id"];
    }
    return connections;
}

} // namespace

class MonitorFeedTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void oneConnectionKilled_allReconnectAndMissNothing_data()
    {
        QTest::addColumn<QByteArray>("victim");
        for (const char *victim : {"subscription", "broadcast", "watched", "sweep"})
            QTest::newRow(victim) << QByteArray(victim);
    }

    void oneConnectionKilled_allReconnectAndMissNothing()
    {
        QFETCH(const QByteArray, victim);
        start();
        hash("order", feedOwner1);
        hash("stays", feedOwner1);
        watch();
        const auto before = connectionsOf(*m_server);
        QCOMPARE(before.size(), std::size_t(4));
        bool wasLost = false;
        QObject::connect(&m_watcher->monitor(), &Monitor::changed, this,
                         [&](const MonitorChange &change) { wasLost = wasLost || change.state.phase == MonitorState::Phase::Lost; });
        // In one transaction: the change happens while nobody listens.
        server({"MULTI"});
        server({"CLIENT", "KILL", "ID", before.at(victim).toStdString()});
        server({"DEL", "order"});
        server({"EXEC"});
        QVERIFY(m_watcher->waitFor([&] { return wasLost && m_watcher->state().phase == MonitorState::Phase::Live; }));
        const auto after = connectionsOf(*m_server);
        QCOMPARE(after.size(), std::size_t(4));
        for (const auto &[part, id] : after)
            QVERIFY2(before.at(part) != id, part.constData());
        QVERIFY(m_watcher->waitEvents("order", u"seen ended"_s));
        server({"HINCRBY", "stays", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("stays", u"seen reentered"_s));
    }

    void announcementMissedDuringLoss_provesNothing()
    {
        start();
        hash("order", feedOwner1);
        watch();
        followOrder();
        unlock("order");
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released"_s));
        hash("order", feedOwner1);
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released acquired"_s));
        server({"MULTI"});
        server({"CLIENT", "KILL", "ID", m_ids.at("subscription").toStdString()});
        server({"DEL", "order"});
        server({"EXEC"});
        // Lockscope could not hear whether it was announced, so the event must not be "deleted early".
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released acquired ended"_s));
    }

    void restartWithData_keepsTheTableAndIsReported()
    {
        start();
        hash("order", feedOwner1);
        watch();
        m_server->restart(RedisServer::Data::Kept);
        QVERIFY(m_watcher->waitFor([&] { return has(m_watcher->state(), Notice::Kind::Restarted); }));
        server({"HINCRBY", "order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
    }

    // The owner was quicker than the Monitor: this looks like one holding.
    void restartWithoutDataAndReacquired_isHeldSinceThen()
    {
        start();
        hash("order", feedOwner1);
        watch();
        QVERIFY(m_watcher->waitLock("order"));
        m_watcher->monitor().stop(); // no look until it is acquired again
        const auto before = m_watcher->locks().at("order").heldSince;
        m_server->restart(RedisServer::Data::Lost);
        server({"HSET", "order", feedOwner1, "1"});
        server({"PEXPIRE", "order", "40000"});
        const auto restarted = serverTime();
        m_watcher->monitor().start();
        QVERIFY(m_watcher->waitLock("order", [&](const LockInfo &lock) { return lock.heldSince >= restarted; }));
        QVERIFY(before < restarted);
        QVERIFY(!m_watcher->locks().at("order").heldSinceObserved);
        QCOMPARE(m_watcher->story("order"), u"seen seen"_s);
    }

    void restartWithoutData_isReconciled()
    {
        start();
        hash("order", feedOwner1);
        watch();
        std::optional<MonitorChange::Gone> gone;
        keepGone(gone);
        const auto before = serverTime();
        m_server->restart(RedisServer::Data::Lost);
        QVERIFY(m_watcher->waitEvents("order", u"seen out-of-sight"_s));
        QVERIFY(m_watcher->last("order")->why.find("restarted") != std::string::npos);
        QVERIFY(gone && gone->at && *gone->at <= before);
        hash("order", feedOwner2);
        QVERIFY(m_watcher->waitEvents("order", u"seen out-of-sight acquired"_s));
    }

    // In the window, the row, the details and the list of events give the same time.
    void end_hasTheTimeOfItsEvent()
    {
        start();
        hash("order", feedOwner1);
        watch();
        std::optional<MonitorChange::Gone> gone;
        keepGone(gone);
        server({"DEL", "order"});
        QVERIFY(m_watcher->waitFor([&] { return gone.has_value(); }));
        QVERIFY(gone->at == m_watcher->last("order")->time);
    }

    // Each sweep counts from 0; otherwise the status would flicker.
    void keysSeen_areFromTheLastCompleteSweep()
    {
        constexpr int keys = 3'000;
        start();
        std::vector<Command> writes;
        for (int i = 0; i < keys; ++i)
            writes.push_back({"SET", "data:" + std::to_string(i), "x"});
        m_server->pipeline(writes);
        auto options = Watcher::quick();
        options.sweepShare = 2; // a fifth of this share is used if every name is heard
        watch(options);
        bool swept = false, sweptAgain = false, connectedAgain = false;
        std::int64_t fewest = keys;
        QObject::connect(&m_watcher->monitor(), &Monitor::changed, this, [&](const MonitorChange &change) {
            fewest = std::min(fewest, change.state.keysSeen);
            sweptAgain = sweptAgain || (swept && !change.state.sweeping);
            swept = swept || (change.state.sweeping && change.state.phase == MonitorState::Phase::Live);
            connectedAgain = connectedAgain || change.state.phase == MonitorState::Phase::Lost;
        });
        QVERIFY(m_watcher->waitFor([&] { return sweptAgain; }));
        server({"CLIENT", "KILL", "ID", m_ids.at("sweep").toStdString()});
        QVERIFY(m_watcher->waitFor([&] { return connectedAgain && m_watcher->state().phase == MonitorState::Phase::Live; }));
        swept = sweptAgain = false;
        QVERIFY(m_watcher->waitFor([&] { return sweptAgain; }));
        QCOMPARE(fewest, std::int64_t(keys));
    }

    void acquiredWithoutListener_hasWideInterval()
    {
        start();
        watch();
        server({"MULTI"});
        server({"CLIENT", "KILL", "ID", m_ids.at("sweep").toStdString()});
        server({"HSET", "order", feedOwner1, "1"});
        server({"PEXPIRE", "order", "30000"});
        const auto taken = serverTime();
        server({"EXEC"});
        QVERIFY(m_watcher->waitEvents("order", u"acquired"_s));
        QVERIFY(m_watcher->last("order")->notBefore.has_value());
        QVERIFY(*m_watcher->last("order")->notBefore <= taken);
    }

    void flushdb_isHeardForEveryLock()
    {
        start();
        hash("order", feedOwner1);
        hash("other", feedOwner1);
        watch();
        server({"FLUSHDB"});
        QVERIFY(m_watcher->waitEvents("order", u"seen ended"_s));
        QVERIFY(m_watcher->waitEvents("other", u"seen ended"_s));
    }

    void writeInAnotherDatabase_isNotAnEvent()
    {
        start();
        hash("order", feedOwner1);
        watch();
        auto endpoint = m_server->endpoint();
        endpoint.db = 1;
        RedisClient elsewhere(endpoint);
        elsewhere.command({"HSET", "order", feedOwner2, "1"});
        elsewhere.command({"DEL", "order"});
        elsewhere.command({"FLUSHDB"});
        server({"HINCRBY", "order", feedOwner1, "1"}); // sent after all that
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
    }

    // Channels do not belong to a database.
    void otherDatabasesHaveKeys_announcementMayBeTheirs()
    {
        start();
        hash("order", feedOwner1);
        auto endpoint = m_server->endpoint();
        endpoint.db = 1;
        RedisClient elsewhere(endpoint);
        elsewhere.command({"SET", "data", "x"});
        watch();
        followOrder();
        const auto unlockElsewhere = [&] { elsewhere.command({"PUBLISH", "redisson_lock__channel:{order}", "0"}); };
        server({"PEXPIRE", "order", "700000"});
        unlockElsewhere();
        QVERIFY2(m_watcher->waitEvents("order", u"seen renewed renewed"_s), qPrintable(m_watcher->told()));
        server({"DEL", "order"});
        unlockElsewhere();
        QVERIFY2(m_watcher->waitEvents("order", u"seen renewed renewed ended"_s), qPrintable(m_watcher->told()));
        const auto *end = m_watcher->last("order");
        QVERIFY2(end->coalesced && end->why.ends_with("perhaps that of a lock of this name in another database"), end->why.c_str());
    }

    void swapdb_isNoticedByTheRefresh()
    {
        start();
        hash("order", feedOwner1);
        auto options = Watcher::quick();
        options.refreshCycle = 100ms;
        watch(options);
        followOrder();
        server({"SWAPDB", "0", "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed out-of-sight"_s));
    }

    // A lock in the other data may have been held there for long.
    void otherServerAtSameAddress_isReportedAndItsLocksSeen()
    {
        start();
        hash("shared", feedOwner2);
        hash("lock:other", feedOwner2);
        server({"SAVE"}); // the data of the other server
        server({"DEL", "shared", "lock:other"});
        hash("order", feedOwner1);
        hash("shared", feedOwner1);
        watch();
        m_server->kill();
        m_server->start();
        QVERIFY(m_watcher->waitEvents("order", u"seen out-of-sight"_s));
        QVERIFY(m_watcher->last("order")->why.starts_with("another server process answers"));
        QVERIFY(m_watcher->waitEvents("shared", u"seen out-of-sight seen"_s));
        QVERIFY(m_watcher->waitEvents("lock:other", u"seen"_s));
    }

    void movedSlot_isReported()
    {
        RedisCluster cluster;
        auto &home = cluster.home("lock:a");
        home.command({"SET", "lock:a", "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f", "PX", "600000"});
        m_watcher = std::make_unique<Watcher>(home.endpoint());
        QVERIFY(m_watcher->waitLock("lock:a"));
        QVERIFY(m_watcher->waitLive());
        cluster.beginMove("lock:a");
        cluster.moveKey("lock:a");
        cluster.endMove("lock:a");
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen out-of-sight"_s));
        QVERIFY2(m_watcher->last("lock:a")->why.starts_with("its slot has moved to another node"), m_watcher->last("lock:a")->why.c_str());
    }

    // If a look finds another owner without a message, the counters are read before it is judged.
    void otherOwnerThroughSwapdb_isNotATakeover()
    {
        start();
        auto endpoint = m_server->endpoint();
        endpoint.db = 1;
        RedisClient(endpoint).command({"HSET", "order", feedOwner2, "1"});
        hash("order", feedOwner1);
        auto options = Watcher::quick();
        options.refreshCycle = 100ms;
        watch(options);
        followOrder();
        for (int round = 0; round < 3; ++round)
            server({"SWAPDB", "0", "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed out-of-sight seen"_s));
    }

    // Only the counters can show it in time: the refresh and the next sweep are hours away.
    void swapdb_isNoticedByTheCounters()
    {
        start();
        hash("order", feedOwner1);
        auto endpoint = m_server->endpoint();
        endpoint.db = 1;
        RedisClient elsewhere(endpoint);
        elsewhere.command({"HSET", "other", feedOwner2, "1"});
        watch(patient());
        followOrder();
        server({"EVAL", "return redis.call('swapdb', 0, 1)", "0"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed out-of-sight"_s));
        // The refresh reads one key each second, and may have come first.
        QVERIFY2(QString::fromStdString(m_watcher->last("order")->why).contains(u"swap"_s, Qt::CaseInsensitive),
                 m_watcher->last("order")->why.c_str());
        // A sweep may have found it before the counters were read.
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->story("other").endsWith(u"seen"_s); }));
        QVERIFY(m_watcher->waitFor([&] { return has(m_watcher->state(), Notice::Kind::Exchanged); }));
        server({"SWAPDB", "0", "1"});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->story("order").startsWith(u"seen renewed out-of-sight "_s); }));
        server({"MULTI"});
        server({"SWAPDB", "0", "1"});
        server({"CONFIG", "RESETSTAT"}); // hides the exchange
        server({"EXEC"});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().contains("other") && !m_watcher->locks().contains("order"); }));
        QVERIFY2(m_watcher->story("order").endsWith(u"out-of-sight"_s), qPrintable(m_watcher->story("order")));
        QVERIFY2(m_watcher->story("other").endsWith(u"seen"_s), qPrintable(m_watcher->story("other")));
    }

    // Most of what the sweep has found has not been read by the feed yet.
    void swapdbDuringFirstReads_reportsNoRelease()
    {
        start();
        server({"EVAL", "for i = 1, 5000 do redis.call('hset', 'lock:' .. i, ARGV[1], 1) end return 1", "0", feedOwner1});
        watch(patient());
        server({"SWAPDB", "0", "1"});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().empty(); }));
        for (const auto &event : m_watcher->events())
            QVERIFY2(endWord(event.type).empty(), toString(event).c_str());
    }

    // The counters are read every two seconds, and a sweep may come before that.
    void locksFromSwapdb_areSeenNotAcquired()
    {
        start();
        for (int db = 1; db <= 4; ++db) { // before the feed listens: a message names no database
            auto endpoint = m_server->endpoint();
            endpoint.db = db;
            RedisClient(endpoint).command({"HSET", "lock:" + std::to_string(db), feedOwner2, "1"});
        }
        watch();
        for (int db = 1; db <= 4; ++db) {
            const auto name = "lock:" + std::to_string(db);
            server({"SWAPDB", "0", std::to_string(db)});
            QVERIFY(m_watcher->waitLock(name));
            QCOMPARE(m_watcher->story(name), u"seen"_s);
        }
    }

    void fullSynchronisation_isNoticedByTheReplicationId()
    {
        start();
        hash("order", feedOwner1);
        RedisServer primary(overTcp());
        primary.command({"HSET", "other", feedOwner2, "1"});
        watch(patient());
        follow(primary);
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().contains("other") && !m_watcher->locks().contains("order"); }, 30s));
    }

    // No refresh and no sweep comes by itself.
    void manyLocksOfAnExchangedDatabase_areAllReadAgain()
    {
        constexpr std::size_t many = 10'000;
        start();
        const auto lockAll = [&](RedisClient &client, const std::string &owner) {
            client.command({"EVAL", "for i = 1, 10000 do redis.call('hset', 'lock:' .. i, ARGV[1], 1) end", "0", owner});
        };
        auto endpoint = m_server->endpoint();
        RedisClient here(endpoint);
        endpoint.db = 1;
        RedisClient elsewhere(endpoint);
        lockAll(here, feedOwner1);
        lockAll(elsewhere, feedOwner2);
        watch(patient());
        const auto allAreOf = [&](const std::string &owner) {
            const auto &locks = m_watcher->locks();
            return locks.size() == many
                   && std::ranges::all_of(locks, [&](const auto &lock) { return lock.second.holders.front().owner == owner; });
        };
        QVERIFY(m_watcher->waitFor([&] { return allAreOf(feedOwner1); }));
        server({"SWAPDB", "0", "1"});
        QVERIFY(m_watcher->waitFor([&] { return allAreOf(feedOwner2); }));
    }

    // It changes no data, so only INFO shows it.
    void promotion_isNoticed()
    {
        start();
        RedisServer primary(overTcp());
        primary.command({"HSET", "order", feedOwner1, "1"});
        follow(primary);
        RedisClient client(m_server->endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(client.command({"EXISTS", "order"}).integer, 1, 30'000);
        watch(patient());
        const auto heeds = [](const std::string &spot) { return spot.find("within seconds") != spot.npos; };
        QVERIFY(m_watcher->waitFor([&] { return std::ranges::any_of(m_watcher->state().blindSpots, heeds); })); // the counters were read
        QVERIFY(!has(m_watcher->state(), Notice::Kind::Exchanged));
        server({"REPLICAOF", "NO", "ONE"});
        QVERIFY(m_watcher->waitFor([&] { return has(m_watcher->state(), Notice::Kind::Exchanged); }));
    }

    // Their names and values suggest nothing, but the counters next to them do. A sweep would take a minute.
    void locksShownByCompanions_areFound()
    {
        start();
        server({"EVAL", "for i = 1, 20000 do redis.call('set', 'data:' .. i, i) end return 1", "0"});
        watch(patient());
        for (int i = 0; i < 5; ++i) {
            const auto name = "order:" + std::to_string(i);
            server({"EVAL", "redis.call('set', KEYS[1], ARGV[1], 'px', 300000) redis.call('incr', KEYS[2]) return 1", "2", name,
                    name + ":fence", "0123456789abcdef0123456789abcdef"});
            QVERIFY(m_watcher->waitEvents(name, u"acquired"_s));
        }
    }

    void fullSynchronisation_isNotAClientsChange()
    {
        start();
        hash("order", feedOwner1);
        RedisServer primary(overTcp());
        primary.command({"HSET", "order", feedOwner2, "1"});
        watch(patient());
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        follow(primary);
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->story("order") == u"seen out-of-sight seen"_s; }, 30s));
    }

    // The replica hides the key after the deadline that it knows.
    void replicaWithoutPrimary_reportsNoExpiry()
    {
        start();
        RedisServer primary(overTcp());
        watch(patient());
        RedisClient client(m_server->endpoint());
        primary.command({"SET", "synchronised", "1"});
        follow(primary);
        QVERIFY(waitExists(client, "synchronised", 1));
        primary.command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "3000"});
        primary.command({"SET", "lasts longer", "1", "PX", "3500"});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().contains("lock:a"); }));
        server({"REPLICAOF", "127.0.0.1", "1"});
        primary.command({"PEXPIRE", "lock:a", "600000"});
        QVERIFY(waitExists(client, "lasts longer", 0));
        follow(primary);
        QVERIFY(waitExists(client, "lock:a", 1));
        QVERIFY(m_watcher->waitFor(
            [&] { return m_watcher->locks().contains("lock:a") && timeLeft(m_watcher->locks().at("lock:a"), serverTime()) > 100s; }, 30s));
        for (const auto &event : m_watcher->events())
            QVERIFY2(event.type != EventType::Expired && event.type != EventType::Resurrected, qPrintable(m_watcher->told()));
    }

    // A removal by the primary before the deadline is heard after it.
    void laggingReplica_doesNotClaimExpiry()
    {
        start();
        RedisServer primary(overTcp());
        watch(patient());
        RedisClient client(m_server->endpoint());
        primary.command({"SET", "synchronised", "1"});
        follow(primary);
        QVERIFY(waitExists(client, "synchronised", 1));
        primary.command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "2000"});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().contains("lock:a"); }, 30s));
        server({"REPLICAOF", "127.0.0.1", "1"});
        primary.command({"DEL", "lock:a"});
        QVERIFY(waitExists(client, "lock:a", 0));
        follow(primary);
        QVERIFY(m_watcher->waitFor([&] { return !m_watcher->locks().contains("lock:a"); }, 30s));
        const auto &end = m_watcher->last("lock:a");
        QVERIFY2(end->type != EventType::Expired || end->coalesced, qPrintable(m_watcher->told()));
    }

    // The setting may change, and FLUSHALL sends no event.
    void silenceOfKeyspaceEvents_provesNoExpiry()
    {
        m_server =
            std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all -client|tracking"_s, u"notify-keyspace-events KEA"_s});
        constexpr int many = 30; // the refresh reads one of them each second
        const auto name = [](int i) { return "lock:" + std::to_string(i); };
        for (int i = 0; i < many; ++i)
            server({"SET", name(i), "0123456789abcdef0123456789abcdef", "PX", "2000"});
        auto endpoint = m_server->endpoint();
        endpoint.user = endpoint.password = "w";
        m_watcher = std::make_unique<Watcher>(endpoint, patient());
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().size() == many; }));
        for (int i = 0; i < many; ++i) { // so that the feed has read it
            server({"PEXPIRE", name(i), "3000"});
            QVERIFY(m_watcher->waitEvents(name(i), u"seen renewed"_s));
        }
        server({"CONFIG", "SET", "notify-keyspace-events", ""});
        for (int i = 0; i < many; ++i)
            server({"DEL", name(i)});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().empty(); }));
        for (const auto &event : m_watcher->events())
            QVERIFY2(event.type != EventType::Expired || event.coalesced, qPrintable(m_watcher->told()));
    }

    // SET with a time sends two events, and so do two renewals.
    void keyspaceEvents_areCountedPerChange()
    {
        m_server =
            std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all -client|tracking"_s, u"notify-keyspace-events KEA"_s});
        auto endpoint = m_server->endpoint();
        endpoint.user = endpoint.password = "w";
        m_watcher = std::make_unique<Watcher>(endpoint, patient());
        QVERIFY(m_watcher->waitLive());
        server({"SET", "lock:1", "0123456789abcdef0123456789abcdef", "PX", "60000"});
        QVERIFY(m_watcher->waitEvents("lock:1", u"acquired"_s));
        QVERIFY2(!m_watcher->last("lock:1")->coalesced, qPrintable(m_watcher->told()));
        m_server->pipeline({{"PEXPIRE", "lock:1", "70000"}, {"PEXPIRE", "lock:1", "80000"}});
        QVERIFY(m_watcher->waitEvents("lock:1", u"acquired renewed"_s));
        QVERIFY2(m_watcher->last("lock:1")->coalesced, qPrintable(m_watcher->told()));
        m_server->pipeline({{"PEXPIRE", "lock:1", "90000"}, {"DEL", "lock:1"}});
        QVERIFY(m_watcher->waitEvents("lock:1", u"acquired renewed ended"_s));
        QVERIFY2(m_watcher->last("lock:1")->coalesced, qPrintable(m_watcher->told()));
        // Another owner had it before the deletion.
        server({"SET", "lock:2", "0123456789abcdef0123456789abcdef", "PX", "60000"});
        QVERIFY(m_watcher->waitEvents("lock:2", u"acquired"_s));
        m_server->pipeline({{"SET", "lock:2", "fedcba9876543210fedcba9876543210", "KEEPTTL"}, {"DEL", "lock:2"}});
        QVERIFY(m_watcher->waitEvents("lock:2", u"acquired ended"_s));
        QVERIFY2(m_watcher->last("lock:2")->coalesced, qPrintable(m_watcher->told()));
        // Without further messages, it may have changed more than once.
        server({"SET", "lock:3", "0123456789abcdef0123456789abcdef", "PX", "60000"});
        QVERIFY(m_watcher->waitEvents("lock:3", u"acquired"_s));
        server({"CONFIG", "SET", "notify-keyspace-events", ""});
        server({"PEXPIRE", "lock:3", "70000"});
        QVERIFY(m_watcher->waitEvents("lock:3", u"acquired renewed"_s));
        QVERIFY2(m_watcher->last("lock:3")->coalesced, qPrintable(m_watcher->told()));
    }

    // If keys are tracked one by one, each read makes the server forget another key, and send a message for it.
    void smallTrackingTable_isNotReadAllTheTime()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"tracking-table-max-keys 100"_s});
        server({"EVAL", "for i = 1, 200 do redis.call('hset', 'order:' .. i, ARGV[1], 1) end return 1", "0", feedOwner1});
        watch();
        const auto looks = [&] { return calls("pexpiretime"); };
        QVERIFY(whileBusy([&] { return !m_watcher->state().allNames; }));
        // The feed needs some seconds to notice that its reads show nothing new.
        QElapsedTimer second;
        second.start();
        auto before = looks();
        QVERIFY(whileBusy([&] {
            if (second.elapsed() < 1'000)
                return false;
            second.restart();
            const auto earlier = std::exchange(before, looks());
            const auto &spots = m_watcher->state().blindSpots; // on a slow machine, few reads alone do not show that they are held back
            return before - earlier < 1'500
                   && std::ranges::any_of(spots, [](const std::string &spot) { return spot.ends_with("changes are reported late"); });
        }));
        server({"DEL", "order:7"});
        QVERIFY(whileBusy([&] { return m_watcher->story("order:7") == u"seen ended"_s; }));
    }

    void trackingRefused_usesTheBestFallback_data()
    {
        QTest::addColumn<QStringList>("config");
        QTest::addColumn<QString>("user");
        QTest::addColumn<int>("feed");
        const auto events = int(MonitorState::Feed::KeyspaceEvents);
        const auto polling = int(MonitorState::Feed::Polling);
        const auto user = u"user w on >w ~* &* +@all -client|tracking"_s;
        const auto noClient = u"user w on >w ~* &* +@all -client"_s;
        const auto renamed = u"rename-command CLIENT \"\""_s;
        QTest::newRow("user, all events by name") << QStringList{user, u"notify-keyspace-events KEA"_s} << u"w"_s << events;
        QTest::newRow("user, all events by key") << QStringList{user, u"notify-keyspace-events KA"_s} << u"w"_s << events;
        QTest::newRow("user, just enough events") << QStringList{user, u"notify-keyspace-events Eg$hzx"_s} << u"w"_s << events;
        QTest::newRow("user, only expired events") << QStringList{user, u"notify-keyspace-events Ex"_s} << u"w"_s << polling;
        QTest::newRow("user, no events") << QStringList{user} << u"w"_s << polling;
        QTest::newRow("user without CLIENT") << QStringList{noClient, u"notify-keyspace-events KEA"_s} << u"w"_s << events;
        QTest::newRow("CLIENT renamed") << QStringList{renamed} << QString() << polling;
    }

    void trackingRefused_usesTheBestFallback()
    {
        QFETCH(const QStringList, config);
        QFETCH(const QString, user);
        QFETCH(const int, feed);
        m_server = std::make_unique<RedisServer>(config);
        hash("order", feedOwner1);
        auto endpoint = m_server->endpoint();
        if (!user.isEmpty())
            endpoint.user = endpoint.password = user.toStdString();
        m_watcher = std::make_unique<Watcher>(endpoint);
        QVERIFY(m_watcher->waitLive());
        QCOMPARE(int(m_watcher->state().feed), feed);
        QVERIFY(!m_watcher->state().feedReason.empty());
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        server({"HINCRBY", "order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
        server({"DEL", "order"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered ended"_s));
        hash("fresh", feedOwner2);
        QVERIFY(m_watcher->waitEvents("fresh", u"acquired"_s));
        QVERIFY(m_watcher->state().heartbeatOk);
    }

    void keyNoLongerReadable_isReported()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all"_s});
        hash("order", feedOwner1);
        auto endpoint = m_server->endpoint();
        endpoint.user = endpoint.password = "w";
        m_watcher = std::make_unique<Watcher>(endpoint);
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        server({"ACL", "SETUSER", "w", "resetkeys", "~others:*", "~lockscope:*"});
        server({"HINCRBY", "order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen out-of-sight"_s));
        QVERIFY2(m_watcher->last("order")->why.starts_with("this user may not read it any more"), m_watcher->last("order")->why.c_str());
    }

    void rightGranted_retryNowUsesItAndKeepsState_data()
    {
        QTest::addColumn<QString>("missing");
        for (const char *missing : {"-subscribe", "-client|tracking", "-client|id"})
            QTest::newRow(missing) << QString::fromLatin1(missing);
    }

    void rightGranted_retryNowUsesItAndKeepsState()
    {
        QFETCH(const QString, missing);
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all "_s + missing});
        hash("order", feedOwner1);
        auto endpoint = m_server->endpoint();
        endpoint.user = endpoint.password = "w";
        m_watcher = std::make_unique<Watcher>(endpoint);
        QVERIFY(m_watcher->waitLive());
        QCOMPARE(m_watcher->state().feed, MonitorState::Feed::Polling);
        server({"ACL", "SETUSER", "w", '+' + missing.mid(1).toStdString()});
        m_watcher->monitor().retryNow();
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->state().feed == MonitorState::Feed::Tracking; }));
        QVERIFY(m_watcher->waitLive());
        QVERIFY(m_watcher->state().feedReason.empty());
        server({"HINCRBY", "order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
    }

    // The best possible feed must not be interrupted.
    void retryNow_nothingRefused_keepsTheConnections()
    {
        start();
        hash("order", feedOwner1);
        watch();
        const auto before = connectionsOf(*m_server);
        m_watcher->monitor().retryNow();
        server({"HINCRBY", "order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
        QCOMPARE(connectionsOf(*m_server), before);
    }

    void manyMessages_narrowTheBroadcastUntilQuiet()
    {
        start();
        hash("order", feedOwner1);
        watch();
        QVERIFY(m_watcher->state().allNames);
        QVERIFY(whileBusy([&] { return !m_watcher->state().allNames; }));
        QVERIFY(!m_watcher->state().prefixes.empty());
        // Once known, a name is followed even if it suggests nothing, released or not.
        server({"DEL", "order"});
        QVERIFY(whileBusy([&] { return m_watcher->story("order") == u"seen ended"_s; }));
        hash("order", feedOwner2);
        QVERIFY(whileBusy([&] { return m_watcher->story("order") == u"seen ended acquired"_s; }));
        QCOMPARE(QString::fromStdString(m_watcher->last("order")->why), u"it was free at the previous look"_s);
        QVERIFY(!m_watcher->state().allNames);
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->state().allNames; }, 30s));
    }

    // Without the right, tracking can only be ended by closing its connection.
    void trackingWithdrawn_fallsBackWhenFeedNarrows()
    {
        m_server = std::make_unique<RedisServer>(QStringList{u"user w on >w ~* &* +@all"_s, u"notify-keyspace-events KEA"_s});
        hash("order", feedOwner1);
        auto endpoint = m_server->endpoint();
        endpoint.user = endpoint.password = "w";
        m_watcher = std::make_unique<Watcher>(endpoint);
        QVERIFY(m_watcher->waitLive());
        QVERIFY(m_watcher->state().allNames);
        server({"ACL", "SETUSER", "w", "-client|tracking"});
        QVERIFY(whileBusy([&] {
            const auto &state = m_watcher->state();
            return state.phase == MonitorState::Phase::Failed || state.feed == MonitorState::Feed::KeyspaceEvents;
        }));
        QCOMPARE(m_watcher->state().feed, MonitorState::Feed::KeyspaceEvents);
        QVERIFY2(m_watcher->state().feedReason.find("tracking") != std::string::npos, m_watcher->state().feedReason.c_str());
        QVERIFY(m_watcher->waitLive());
        server({"HINCRBY", "order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
    }

    // Only a tracked connection is asked about its tracking.
    void heartbeat_checksTrackingOnlyIfTracked()
    {
        start();
        watch();
        QVERIFY(m_watcher->state().allNames); // only one is tracked
        server({"CONFIG", "RESETSTAT"});
        QVERIFY(m_watcher->waitFor([&] { return calls("exists") >= 4; }));
        QVERIFY2(calls("client|trackinginfo") <= calls("exists") / 2 + 1, m_server->command({"INFO", "commandstats"}).text.c_str());
    }

    // Only changes send messages.
    void manyReads_doNotNarrowTheBroadcast()
    {
        start();
        const std::vector<Command> reads(500, {"GET", "data"});
        const auto commands = [&] { return infoNumber(parseInfo(m_server->command({"INFO", "stats"}).text), "instantaneous_ops_per_sec"); };
        while (commands() <= 2 * Feed::quietRate)
            m_server->pipeline(reads);
        watch();
        QVERIFY(m_watcher->waitFor(
            [&] {
                m_server->pipeline(reads);
                return m_watcher->state().allNames;
            },
            20s));
    }

    // Its creation sends a message, so a look after a renewal does not ask for it.
    void companion_isReadOnlyAfterAMessage()
    {
        start();
        hash("order", feedOwner1);
        watch();
        const auto readAfter = [&](const Command &change) {
            const auto before = calls("pexpiretime");
            server(change);
            return m_watcher->waitFor([&] { return calls("pexpiretime") > before; });
        };
        const auto asked = [&] { return calls("exists") - 2 * calls("client|trackinginfo"); }; // without the heartbeats
        QVERIFY(readAfter({"PEXPIRE", "order", "30000"}));
        QVERIFY(readAfter({"PEXPIRE", "order", "30000"}));
        const auto before = asked();
        for (int i = 0; i < 20; ++i)
            QVERIFY(readAfter({"PEXPIRE", "order", std::to_string(30'001 + i)}));
        QVERIFY2(asked() <= before + 4, std::to_string(asked() - before).c_str()); // a heartbeat may be half way, and the refresh read once
        const auto quiet = asked();
        server({"RPUSH", "redisson_lock_queue:{order}", feedOwner2});
        QVERIFY(m_watcher->waitFor([&] { return calls("lrange") > 0; }));
        QVERIFY(asked() > quiet - 3);
    }

    void expiry_isReportedPromptlyThoughServerDeletesLate()
    {
        start();
        server({"DEBUG", "SET-ACTIVE-EXPIRE", "0"}); // the key stays until a client reads it
        watch();
        hash("order", feedOwner1, "400");
        QVERIFY(m_watcher->waitEvents("order", u"acquired expired"_s));
        const auto *event = m_watcher->last("order");
        const auto late = event->time - ServerTime(Milliseconds(m_deadline));
        QVERIFY2(late > 0ms && late < 200ms, std::to_string(late.count()).c_str());
    }

    void oftenRenewedLease_isFollowedToItsEnd()
    {
        start();
        watch();
        hash("order", feedOwner1, "5000");
        for (int i = 1; i <= 20; ++i) {
            server({"PEXPIRE", "order", std::to_string(5000 + i * 10)});
            const ServerTime deadline(Milliseconds(m_server->command({"PEXPIRETIME", "order"}).toInteger().value_or(0)));
            QVERIFY(m_watcher->waitLock("order", [&](const LockInfo &lock) { return lock.deadline == deadline; }));
        }
        server({"PEXPIRE", "order", "300"});
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->story("order").endsWith(u"expired"_s); }));
    }

    void fairLocksQueue_isFollowed()
    {
        start();
        hash("order", feedOwner1);
        server({"RPUSH", "redisson_lock_queue:{order}", feedOwner2});
        server({"ZADD", "redisson_lock_timeout:{order}", "99999999999999", feedOwner2});
        watch();
        QVERIFY(m_watcher->waitLock("order", [](const LockInfo &l) { return l.waiters.count == 1; }));
        const auto third = "11111111-4b7d-4c1a-8f00-1234567890ab:9";
        server({"RPUSH", "redisson_lock_queue:{order}", third});
        server({"ZADD", "redisson_lock_timeout:{order}", "99999999999999", third});
        QVERIFY(m_watcher->waitLock(
            "order", [](const LockInfo &l) { return l.waiters.count == 2 && l.waiters.knowledge == Waiters::Knowledge::Exact; }));
        QCOMPARE(m_watcher->story("order"), u"seen"_s);
    }

    void fairLockWithoutWaiters_isNotCalledDeletedEarly()
    {
        start();
        hash("order", feedOwner1);
        server({"RPUSH", "redisson_lock_queue:{order}", feedOwner2});
        server({"ZADD", "redisson_lock_timeout:{order}", "99999999999999", feedOwner2});
        watch();
        followOrder();
        unlock("order");
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released"_s));
        hash("order", feedOwner1);
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released acquired"_s));
        server({"DEL", "order"}); // RedissonFairLock publishes only to the head of its queue
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released acquired ended"_s));
    }

    void channelSubscribers_areWaitersExceptLockscope()
    {
        start();
        hash("order", feedOwner1);
        watch();
        QVERIFY(m_watcher->waitLock("order", [](const LockInfo &l) { return l.waiters.asOf.has_value(); }));
        QCOMPARE(m_watcher->locks().at("order").waiters.count, 0);
        RedisClient waiter(m_server->endpoint());
        waiter.command({"SUBSCRIBE", "redisson_lock__channel:{order}"});
        QVERIFY(m_watcher->waitLock("order", [](const LockInfo &l) { return l.waiters.count == 1; }));
        QVERIFY(m_watcher->locks().at("order").waiters.knowledge == Waiters::Knowledge::AtLeast);
        QVERIFY(m_watcher->waitLock("order", [](const LockInfo &l) { return l.state == LockState::Contended; }));
    }

    void missingLease_isImmortalOnlyAtSecondLook()
    {
        start();
        watch();
        server({"HSET", "lock:order", feedOwner1, "1"});
        QVERIFY(m_watcher->waitLock("lock:order"));
        QVERIFY(m_watcher->locks().at("lock:order").state == LockState::NoLease);
        const auto first = m_watcher->last("lock:order")->time;
        // Long before the next refresh.
        QVERIFY(m_watcher->waitLock("lock:order", [](const LockInfo &l) { return l.state == LockState::Immortal; }));
        QVERIFY(serverTime() - first >= 1s);
        QVERIFY(serverTime() - first <= 5s);
    }

    void keyBecomesHuge_costsOneConnectionAndKeepsTable()
    {
        start();
        hash("order", feedOwner1);
        hash("stays", feedOwner1);
        watch();
        // One field of 40 MB: more than Lockscope reads from any server.
        server({"EVAL", "redis.call('hset', KEYS[1], 'field', string.rep('x', 40 * 1024 * 1024)) return 1", "1", "order"});
        QVERIFY(m_watcher->waitFor([&] { return !m_watcher->locks().contains("order"); }, 20s));
        QVERIFY(m_watcher->waitLive());
        server({"HINCRBY", "stays", feedOwner1, "1"});
        QVERIFY(m_watcher->waitEvents("stays", u"seen reentered"_s));
        server({"DEL", "order"});
        hash("order", feedOwner2);
        QVERIFY(m_watcher->waitLock("order", [](const LockInfo &l) { return l.holders.front().owner == feedOwner2; }));
    }

private:
    // A change without a message proves something only after the feed's own first look.
    void followOrder()
    {
        server({"PEXPIRE", "order", "600000"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed"_s));
    }

    void start() { m_server = std::make_unique<RedisServer>(); }

    // The first lock of the last change in which one went.
    void keepGone(std::optional<MonitorChange::Gone> &gone)
    {
        QObject::connect(&m_watcher->monitor(), &Monitor::changed, this, [&gone](const MonitorChange &change) {
            if (!change.gone.empty())
                gone = change.gone.front();
        });
    }

    static RedisServerOptions overTcp()
    {
        RedisServerOptions options;
        options.tcp = true;
        return options;
    }

    // The server that is watched becomes a replica.
    void follow(const RedisServer &primary)
    {
        const auto endpoint = primary.tcpEndpoint();
        server({"REPLICAOF", endpoint.host, std::to_string(endpoint.port)});
    }

    bool waitExists(RedisClient &client, const std::string &key, int exists)
    {
        return m_watcher->waitFor([&] { return client.command({"EXISTS", key}).integer == exists; }, 30s);
    }

    void watch(MonitorOptions options = Watcher::quick())
    {
        m_watcher = std::make_unique<Watcher>(m_server->endpoint(), std::move(options));
        QVERIFY(m_watcher->waitLive());
        QCOMPARE(m_watcher->state().feed, MonitorState::Feed::Tracking);
        m_ids = connectionsOf(*m_server);
    }

    // While clients write many values.
    bool whileBusy(const std::function<bool()> &condition)
    {
        std::vector<Command> writes;
        for (int i = 0; i < 300; ++i)
            writes.push_back({"SET", "data:" + std::to_string(i), "x"});
        return m_watcher->waitFor(
            [&] {
                m_server->pipeline(writes);
                return condition();
            },
            20s);
    }

    static MonitorOptions patient()
    {
        auto options = Watcher::quick();
        options.refreshCycle = 10h;
        options.sweepShare = 0.0001; // the first sweep cost a few milliseconds
        options.ownServer = true;    // every name is heard, whatever the load
        return options;
    }

    void server(const Command &command)
    {
        const auto reply = m_server->command(command);
        QVERIFY2(!reply.isError(), reply.text.c_str());
    }

    qint64 calls(const char *command)
    {
        const auto stats = QString::fromStdString(m_server->command({"INFO", "commandstats"}).text);
        const auto line = u"cmdstat_"_s + QString::fromLatin1(command) + u":calls="_s;
        return stats.section(line, 1).section(u',', 0, 0).toLongLong();
    }

    ServerTime serverTime()
    {
        const auto reply = RedisClient(m_server->endpoint()).command({"TIME"});
        return ServerTime(std::chrono::seconds(*reply.elements[0].toInteger()) + Microseconds(*reply.elements[1].toInteger()));
    }

    void hash(const std::string &key, const std::string &owner, const std::string &ms = "30000")
    {
        server({"EVAL", "redis.call('hset', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1", "1", key, owner, ms});
        m_deadline = m_server->command({"PEXPIRETIME", key}).toInteger().value_or(0);
    }

    void unlock(const std::string &key)
    {
        server({"EVAL", "redis.call('del', KEYS[1]) redis.call('publish', KEYS[2], '0') return 1", "2", key,
                "redisson_lock__channel:{" + key + "}"});
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Watcher> m_watcher;
    std::map<QByteArray, QByteArray> m_ids;
    std::int64_t m_deadline = 0;
};

LOCKSCOPE_TEST(MonitorFeedTest)
#include "tst_monitor_feed.moc"

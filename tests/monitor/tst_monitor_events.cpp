// SPDX-License-Identifier: MIT
// Every row of the table of events, provoked on a real server. tst_release_events has those of our own releases.
#include "support/redis_client.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string tokenA = "021422a0e5a311f18c5600163e5f7a01"; // of redis-py
const std::string tokenB = "fedcba9876543210fedcba9876543210";
const std::string owner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const std::string owner2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";
const std::string rlockChannel = "redisson_lock__channel:{order}";

} // namespace

class MonitorEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(); }

    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void existingLock_isSeen()
    {
        set(tokenA, "30000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        const auto &lock = m_watcher->locks().at("lock:a");
        QVERIFY(!lock.heldSinceObserved);
        QCOMPARE(lock.holders.front().owner, tokenA);
        QVERIFY(lock.deadline.has_value());
    }

    void acquiredLater_hasAnInterval()
    {
        watch();
        set(tokenA, "30000");
        QVERIFY(m_watcher->waitEvents("lock:a", u"acquired"_s));
        const auto *event = m_watcher->last("lock:a");
        QVERIFY(event->notBefore.has_value());
        QVERIFY(*event->notBefore <= event->time);
        QVERIFY(m_watcher->locks().at("lock:a").heldSinceObserved);
    }

    void otherOwnerWithoutFreeState_isTakenOver()
    {
        set(tokenA, "30000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        set(tokenB, "30000");
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen taken-over"_s));
        QVERIFY(m_watcher->waitLock("lock:a", [](const LockInfo &l) { return l.state == LockState::TakenOver; }));
    }

    void otherOwnerAfterDeadline_isExpiredAndAcquired()
    {
        set(tokenA, "30000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        server({"PEXPIRE", "lock:a", "400"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-shortened"_s));
        server({"MULTI"});
        server({"DEL", "lock:a"});
        server({"SET", "lock:a", tokenB, "PX", "30000"});
        const auto deadline = *m_watcher->locks().at("lock:a").deadline;
        while (serverTime() <= deadline) // the transaction runs after it, before anybody has looked
            ;
        server({"EXEC"});
        // The Monitor's own look at the deadline may have come first: then nothing is coalesced.
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-shortened expired acquired"_s));
        QCOMPARE(m_watcher->last("lock:a")->owner, tokenB);
    }

    void otherOwnerAfterAnnouncement_isReleasedAndAcquiredCoalesced()
    {
        hash(owner1, "1");
        watch();
        follow();
        server({"MULTI"});
        server({"DEL", "order"});
        server({"PUBLISH", rlockChannel, "0"});
        hash(owner2, "1");
        server({"EXEC"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released acquired"_s));
        QVERIFY(m_watcher->last("order")->coalesced);
    }

    void goneAfterItsDeadline_isExpired()
    {
        set(tokenA, "30000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        server({"PEXPIRE", "lock:a", "400"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-shortened expired"_s));
        QVERIFY(!m_watcher->locks().contains("lock:a"));
    }

    void goneAnnounced_isReleased()
    {
        hash(owner1, "1");
        watch();
        follow();
        unlock();
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed released"_s));
        QVERIFY(QString::fromStdString(m_watcher->last("order")->why).contains(u"announced"_s));
    }

    void goneUnannounced_libraryAnnounces_isDeletedEarly()
    {
        hash(owner1, "1");
        watch();
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        const auto story = releasedTwice();
        server({"DEL", "order"});
        QVERIFY(m_watcher->waitEvents("order", story + u" deleted-early"_s));
    }

    // Within one turn of the server's loop: the messages are the same as for a deletion.
    void leaseShortenedAndOverInOneTurn_isNotDeletedEarly()
    {
        hash(owner1, "1");
        watch();
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        const auto story = releasedTwice();
        RedisClient client(m_server->endpoint());
        client.pipeline({{"PEXPIRE", "order", "2"}, {"EVAL", "for i = 1, 2000000 do end", "0"}, {"EXISTS", "order"}});
        QVERIFY(m_watcher->waitEvents("order", story + u" ended"_s));
        QVERIFY(m_watcher->last("order")->coalesced);
    }

    void goneUnannounced_libraryNeverAnnounced_isReleasedWithoutEvidence()
    {
        hash(owner1, "2");
        watch();
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        server({"DEL", "order"});
        QVERIFY(m_watcher->waitEvents("order", u"seen ended"_s));
        const auto why = QString::fromStdString(m_watcher->last("order")->why);
        QVERIFY(why.contains(u"no evidence"_s));
        QVERIFY(why.contains(u"hold count last seen was 2"_s));
    }

    void deadlineLater_isRenewed()
    {
        set(tokenA, "10000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        server({"PEXPIRE", "lock:a", "30000"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen renewed"_s));
        QCOMPARE(m_watcher->locks().at("lock:a").renewals.count, 1);
    }

    void constantOwnersLaterDeadline_mayBeAnotherHolding()
    {
        hash(owner1, "1", "10000");
        watch();
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        server({"PEXPIRE", "order", "30000"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed"_s));
        QVERIFY(QString::fromStdString(m_watcher->last("order")->why).contains(u"or released and acquired again"_s));
    }

    void holdCountUpAndDown_isReenteredAndPartlyReleased()
    {
        hash(owner1, "1");
        watch();
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        server({"HINCRBY", "order", owner1, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
        QCOMPARE(m_watcher->last("order")->count, 2);
        server({"HINCRBY", "order", owner1, "-1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered partly-released"_s));
    }

    void leaseChanges_areReported()
    {
        set(tokenA, "30000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        server({"PEXPIRE", "lock:a", "20000"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-shortened"_s));
        server({"PERSIST", "lock:a"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-shortened lease-removed"_s));
        server({"PEXPIRE", "lock:a", "20000"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-shortened lease-removed lease-set"_s));
    }

    void returnedToken_isResurrected()
    {
        set(tokenA, "30000");
        watch();
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen"_s));
        server({"DEL", "lock:a"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen ended"_s));
        set(tokenA, "30000");
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen ended resurrected"_s));
    }

private:
    void watch()
    {
        m_watcher = std::make_unique<Watcher>(m_server->endpoint());
        QVERIFY(m_watcher->waitLive());
        QCOMPARE(m_watcher->state().feed, MonitorState::Feed::Tracking);
    }

    void server(const Command &command)
    {
        const auto reply = m_server->command(command);
        QVERIFY2(!reply.isError(), reply.text.c_str());
    }

    ServerTime serverTime()
    {
        const auto reply = m_server->command({"TIME"});
        // Inside MULTI the command is only queued: asks on a client of its own.
        if (reply.isArray())
            return timeOf(reply);
        return timeOf(RedisClient(m_server->endpoint()).command({"TIME"}));
    }

    static ServerTime timeOf(const Reply &reply)
    {
        return ServerTime(std::chrono::seconds(*reply.elements[0].toInteger()) + Microseconds(*reply.elements[1].toInteger()));
    }

    void set(const std::string &token, const std::string &ms) { server({"SET", "lock:a", token, "PX", ms}); }

    void hash(const std::string &owner, const std::string &count, const std::string &ms = "30000")
    {
        server({"HSET", "order", owner, count});
        server({"PEXPIRE", "order", ms});
    }

    void unlock()
    {
        server({"EVAL", "redis.call('del', KEYS[1]) redis.call('publish', KEYS[2], '0') return 1", "2", "order", rlockChannel});
    }

    // An announcement directly after the first look may belong to an earlier release.
    void follow()
    {
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        server({"PEXPIRE", "order", "60000"});
        QVERIFY(m_watcher->waitEvents("order", u"seen renewed"_s));
    }

    // Shows Lockscope that the library announces; returns the events. The lock is acquired again at the end.
    QString releasedTwice()
    {
        follow();
        auto story = u"seen renewed"_s;
        for (int round = 0; round < 2; ++round) {
            unlock();
            story += u" released"_s;
            QTest::qVerify(m_watcher->waitEvents("order", story), "released", qPrintable(m_watcher->told()), __FILE__, __LINE__);
            hash(owner1, "1");
            story += u" acquired"_s;
            QTest::qVerify(m_watcher->waitEvents("order", story), "acquired", qPrintable(m_watcher->told()), __FILE__, __LINE__);
        }
        return story;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Watcher> m_watcher;
};

LOCKSCOPE_TEST(MonitorEventsTest)
#include "tst_monitor_events.moc"

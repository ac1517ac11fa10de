// SPDX-License-Identifier: MIT
// Every family with its waiters really waiting on a real server: a forced release lets the next waiter in at once, removes what belongs to
// the lock, and leaves what must stay.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string familyUuid = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab";
const std::string familyOwner1 = familyUuid + ":17";
const std::string familyOwner2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";
const std::string owner3 = "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5:31";
constexpr auto never = "4102444800000"; // the year 2100, epoch ms

QString text(const Reply &reply) { return QString::fromStdString(toString(reply)); }

} // namespace

class ReleaseFamiliesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_releaser = std::make_unique<TestedReleaser>(m_server->endpoint());
    }

    void cleanup()
    {
        m_releaser.reset();
        m_waiters.clear();
        m_server.reset();
    }

    void redissonLock_notifiesItsWaiters()
    {
        server({"HSET", "stock", familyOwner1, "2"});
        server({"PEXPIRE", "stock", "30000"});
        server({"SET", "redisson_lock_token:{stock}", "34"});
        auto &waiter = subscribed("redisson_lock__channel:{stock}");
        const auto plan = m_releaser->plan(TestedReleaser::wish("stock", {familyOwner1}));
        QCOMPARE(plan.mustStay.size(), 1u);
        QCOMPARE(toldOf(plan), u"released 1"_s);
        QCOMPARE(heard(waiter), u"0"_s);
        QCOMPARE(keys(), u"redisson_lock_token:{stock}"_s); // fencing stays monotonic
    }

    void redissonLockWithATag_usesItsNameAsItIs()
    {
        server({"HSET", "order:{42}", familyOwner1, "1"});
        server({"PEXPIRE", "order:{42}", "30000"});
        auto &waiter = subscribed("redisson_lock__channel:order:{42}");
        QCOMPARE(freed("order:{42}", {familyOwner1}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"0"_s);
    }

    // §6.4: a head whose time is over is removed; the next one is notified on its own channel and keeps its place.
    void redissonFairLock_notifiesFirstLivingWaiter()
    {
        fairLock();
        auto &dead = subscribed("redisson_lock__channel:{till}:" + familyOwner2);
        auto &living = subscribed("redisson_lock__channel:{till}:" + owner3);
        server({"ZADD", "redisson_lock_timeout:{till}", "1000", familyOwner2});
        QCOMPARE(freed("till", {familyOwner1}), u"released 1"_s);
        QCOMPARE(heard(living), u"0"_s);
        QCOMPARE(nothingHeard(dead), true);
        QCOMPARE(m_server->command({"EXISTS", "till"}).integer, 0);
        QCOMPARE(m_server->command({"LINDEX", "redisson_lock_queue:{till}", "0"}).text, owner3);
        QCOMPARE(m_server->command({"ZCARD", "redisson_lock_timeout:{till}"}).integer, 1);
    }

    void redissonFairLock_isNotFreedForAnother()
    {
        fairLock();
        QCOMPARE(told(m_releaser->plan(TestedReleaser::wish("till", {owner3}))).startsWith(u"changed"), true);
        QCOMPARE(m_server->command({"LLEN", "redisson_lock_queue:{till}"}).integer, 2);
    }

    void redissonFairLockWithDeadWaiters_isFreedWithoutMessage()
    {
        fairLock();
        server({"ZADD", "redisson_lock_timeout:{till}", "1000", familyOwner2, "1001", owner3});
        QCOMPARE(freed("till", {familyOwner1}), u"released 0"_s);
        QCOMPARE(keys(), QString());
    }

    void deadHead_isDroppedAndNextWaiterNotified()
    {
        fairLock();
        auto &second = subscribed("redisson_lock__channel:{till}:" + owner3);
        auto wish = TestedReleaser::wish("till", {familyOwner2});
        wish.action = ReleaseAction::DropDeadHead;
        QCOMPARE(told(m_releaser->release(wish)), u"released"_s);
        QCOMPARE(heard(second), u"0"_s);
        QCOMPARE(m_server->command({"EXISTS", "till"}).integer, 1); // its holder stays
        QCOMPARE(text(m_server->command({"LRANGE", "redisson_lock_queue:{till}", "0", "-1"})),
                 u"[\"%1\"]"_s.arg(QString::fromStdString(owner3)));
        QCOMPARE(m_server->command({"ZSCORE", "redisson_lock_timeout:{till}", familyOwner2}).isNil(), true);
        QCOMPARE(told(m_releaser->plan(wish)).startsWith(u"changed"), true); // it is no longer the head
    }

    // Also if the lock is free, and only its queue is read. A reply of more than 16 MB would end the connection.
    void tooLargeQueue_doesNotPreventRelease()
    {
        fairLock();
        const std::string entry(1'000'000, 'x');
        for (int i = 0; i < 17; ++i)
            server({"RPUSH", "redisson_lock_queue:{till}", entry});
        auto wish = TestedReleaser::wish("till", {familyOwner2});
        wish.action = ReleaseAction::DropDeadHead;
        QVERIFY2(told(m_releaser->plan(wish)).startsWith(u"changed"), qPrintable(told(m_releaser->plan(wish)))); // nobody is known to wait
        QVERIFY(freed("till", {}).startsWith(u"released"));
        QVERIFY2(told(m_releaser->plan(wish)).startsWith(u"changed"), qPrintable(told(m_releaser->plan(wish))));
        QCOMPARE(m_server->command({"LLEN", "redisson_lock_queue:{till}"}).integer, 2 + 17);
    }

    void deadHead_isDroppedWhenLockIsFree()
    {
        fairLock();
        server({"DEL", "till"});
        auto &second = subscribed("redisson_lock__channel:{till}:" + owner3);
        auto wish = TestedReleaser::wish("till", {familyOwner2});
        wish.action = ReleaseAction::DropDeadHead;
        QCOMPARE(told(m_releaser->release(wish)), u"released"_s);
        QCOMPARE(heard(second), u"0"_s);
    }

    void headThatLeft_nextIsNotDropped()
    {
        fairLock();
        auto wish = TestedReleaser::wish("till", {familyOwner2});
        wish.action = ReleaseAction::DropDeadHead;
        const auto plan = m_releaser->plan(wish);
        server({"LPOP", "redisson_lock_queue:{till}"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed queue"_s);
        QCOMPARE(m_server->command({"LLEN", "redisson_lock_queue:{till}"}).integer, 1);
    }

    void redissonReadWriteLock_notifiesAllWaiters()
    {
        readers();
        auto &waiter = subscribed("redisson_rwlock:{book}");
        QCOMPARE(freed("book", {}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"1"_s);
        QCOMPARE(keys(), QString()); // the leases of the read holds are removed, too
    }

    void oneReader_isFreedAndTheOtherStays()
    {
        readers();
        auto &waiter = subscribed("redisson_rwlock:{book}");
        QCOMPARE(freed("book", {familyOwner1}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"1"_s);
        QCOMPARE(m_server->command({"HGET", "book", familyOwner2}).text, "1");
        QCOMPARE(m_server->command({"HGET", "book", familyOwner1}).isNil(), true);
        QCOMPARE(
            m_server->command({"EXISTS", "{book}:" + familyOwner1 + ":rwlock_timeout:1", "{book}:" + familyOwner1 + ":rwlock_timeout:2"})
                .integer,
            0);
        QCOMPARE(m_server->command({"EXISTS", "{book}:" + familyOwner2 + ":rwlock_timeout:1"}).integer, 1);
    }

    // The other reader has the longer lease, which decides the key's deadline. So the deadline does not show what this reader does.
    void renewedReader_isUnchanged_data()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::addColumn<bool>("retakes");
        for (const bool byTransaction : {false, true}) {
            QTest::addRow("%s, renewed", byTransaction ? "transaction" : "script") << byTransaction << false;
            QTest::addRow("%s, taken again", byTransaction ? "transaction" : "script") << byTransaction << true;
        }
    }

    void renewedReader_isUnchanged()
    {
        QFETCH(bool, byTransaction);
        QFETCH(bool, retakes);
        if (byTransaction)
            withoutScripts();
        readers();
        server({"PEXPIRE", "book", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("book", {familyOwner1}));
        const auto latest = "{book}:" + familyOwner1 + ":rwlock_timeout:2";
        if (retakes)
            server({"DEL", latest});
        server({"SET", latest, "1", "PX", "37000"});
        QCOMPARE(told(m_releaser->release(plan.order, true)), u"changed lease"_s);
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed lease"_s);
        QCOMPARE(m_server->command({"HGET", "book", familyOwner1}).text, "2");
        auto forgiving = plan.order;
        forgiving.wish.evenIfRenewed = true;
        QCOMPARE(told(m_releaser->release(forgiving)), u"released"_s);
    }

    void readerWhoseNeighbourRenewed_isFreed_data() { readerWhoseLeaseEnds_isFreed_data(); }

    void readerWhoseNeighbourRenewed_isFreed()
    {
        QFETCH(bool, byTransaction);
        if (byTransaction)
            withoutScripts();
        readers();
        const auto plan = m_releaser->plan(TestedReleaser::wish("book", {familyOwner1}));
        server({"PEXPIRE", "{book}:" + familyOwner2 + ":rwlock_timeout:1", "90000"});
        server({"PEXPIRE", "book", "90000"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
        QCOMPARE(m_server->command({"HGET", "book", familyOwner2}).text, "1");
    }

    // The last holder to leave removes the lock. No client would delete the remaining fields.
    void lastReader_leavesNothing_data() { readerWhoseLeaseEnds_isFreed_data(); }

    void lastReader_leavesNothing()
    {
        QFETCH(bool, byTransaction);
        if (byTransaction)
            withoutScripts();
        readers();
        server({"HSET", "rwlock:a", "mode", "read", "readers", "2", "web-3:17", "1", "web-4:18", "1"});
        server({"PEXPIRE", "rwlock:a", "30000"});
        const auto redissons = m_releaser->plan(TestedReleaser::wish("book", {familyOwner1}));
        const auto plain = m_releaser->plan(TestedReleaser::wish("rwlock:a", {"web-3:17"}));
        server({"HDEL", "book", familyOwner2});
        server({"DEL", "{book}:" + familyOwner2 + ":rwlock_timeout:1"});
        server({"HDEL", "rwlock:a", "web-4:18"});
        QCOMPARE(told(m_releaser->release(redissons.order)), u"released"_s);
        QCOMPARE(told(m_releaser->release(plain.order)), u"released"_s);
        QCOMPARE(keys(), QString());
    }

    // Its lease is over and was not renewed: a dead reader is freed.
    void readerWhoseLeaseEnds_isFreed_data()
    {
        QTest::addColumn<bool>("byTransaction");
        QTest::newRow("script") << false;
        QTest::newRow("transaction") << true;
    }

    void readerWhoseLeaseEnds_isFreed()
    {
        QFETCH(bool, byTransaction);
        if (byTransaction)
            withoutScripts();
        readers();
        const auto latest = "{book}:" + familyOwner1 + ":rwlock_timeout:2";
        server({"PEXPIRE", latest, "50"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("book", {familyOwner1}));
        QVERIFY(eventually([&] { return m_server->command({"EXISTS", latest}).integer == 0; }));
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
        QCOMPARE(m_server->command({"HGET", "book", familyOwner2}).text, "1");
    }

    void unreadLeases_preventRelease()
    {
        readers();
        auto order = m_releaser->plan(TestedReleaser::wish("book", {familyOwner1})).order;
        order.look.leases.clear();
        QVERIFY2(told(m_releaser->release(order)).startsWith(u"not-permitted: the leases of its holds"), "released all the same");
        QCOMPARE(m_server->command({"HGET", "book", familyOwner1}).text, "2");
    }

    // Nothing shows that it was released and acquired again: the plan says so beforehand.
    void constantOwnerWithoutLease_isWarnedAbout()
    {
        const auto warned = [this](const std::string &key, bool evenIfRenewed = false) {
            auto wish = TestedReleaser::wish(key);
            wish.evenIfRenewed = evenIfRenewed;
            return std::ranges::count(m_releaser->plan(wish).warnings, ReleaseWarning::Kind::RetakeUnseen, &ReleaseWarning::kind);
        };
        server({"HSET", "stock", familyOwner1, "1"});
        QCOMPARE(warned("stock"), 1);
        server({"PEXPIRE", "stock", "30000"});
        QCOMPARE(warned("stock"), 0);
        QCOMPARE(warned("stock", true), 1);
        server({"SET", "lock:sale", "locked"}); // the value does not name the holder
        QCOMPARE(warned("lock:sale"), 1);
        server({"PEXPIRE", "lock:sale", "30000"});
        QCOMPARE(warned("lock:sale"), 0);
        server({"SET", "lock:report", "fa63db2ce68811f1915402fc00000001"}); // redis-py's token, generated for each hold
        QCOMPARE(warned("lock:report"), 0);
    }

    void redissonGroup_losesOneEntryAndKeepsTheOthers()
    {
        const std::string value = "qL8tK5XyGZ3m0aPf+R/2Aw";
        const std::string other = "aL8tK5XyGZ3m0aPf+R/2Aw";
        const auto until = std::to_string(m_server->command({"TIME"}).elements[0].toInteger().value_or(0) * 1000 + 60'000);
        for (const auto &[field, holder] : {std::pair(value, familyOwner1), std::pair(other, familyOwner2)})
            server(
                {"HSET", "group", field, holder, field + ':' + holder + ":expire_time", until, field + ':' + holder + ":lock_count", "1"});
        auto &waiter = subscribed("redisson_lock__channel:{group}");
        QCOMPARE(freed("group", {familyOwner1}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"0"_s);
        QCOMPARE(m_server->command({"HLEN", "group"}).integer, 3);
        QCOMPARE(m_server->command({"HGET", "group", other}).text, familyOwner2);
    }

    void redissonSemaphore_getsItsPermitsBack()
    {
        server({"SET", "pool", "0"});
        auto &waiter = subscribed("redisson_sc:{pool}");
        auto wish = TestedReleaser::wish("pool");
        wish.count = 2;
        QCOMPARE(told(m_releaser->release(wish)), u"released"_s);
        QCOMPARE(heard(waiter), u"2"_s);
        QCOMPARE(m_server->command({"GET", "pool"}).text, "2");
    }

    void redissonPermits_areReturnedOneByOne()
    {
        const std::string permit("\x00\x8f\xfe\x11\x7c\x90\x03\xa5\xd2\x61\x0e\xff\x42\x18\xc7\x99", 16);
        server({"SET", "pool", "3"});
        server({"ZADD", "{pool}:timeout", never, permit, "922337203685477", "0123456789abcdef"});
        auto &waiter = subscribed("redisson_sc:{pool}");
        QCOMPARE(freed("pool", {permit}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"4"_s);
        QCOMPARE(m_server->command({"ZCARD", "{pool}:timeout"}).integer, 1);
        QCOMPARE(freed("pool", {}), u"released 1"_s);
        QCOMPARE(m_server->command({"GET", "pool"}).text, "5");
    }

    void redissonLatch_isOpened()
    {
        server({"SET", "start", "3"});
        auto &waiter = subscribed("redisson_countdownlatch__channel__{start}");
        QCOMPARE(freed("start", {}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"0"_s);
    }

    void spring_notifiesBothGenerations_data()
    {
        QTest::addColumn<QString>("channel");
        QTest::addColumn<bool>("byPattern");
        QTest::newRow("7.0") << u"locks-channel:locks:a:7"_s << true;
        QTest::newRow("5.5") << u"locks-channel"_s << false;
        QTest::newRow("another split") << u"locks:a-channel"_s << false;
    }

    void spring_notifiesBothGenerations()
    {
        QFETCH(QString, channel);
        QFETCH(bool, byPattern);
        server({"SET", "locks:a:7", familyUuid, "PX", "60000"});
        auto &waiter = byPattern ? listening({"PSUBSCRIBE", "locks-channel:*"}) : subscribed(channel.toStdString());
        QCOMPARE(freed("locks:a:7", {familyUuid}), u"released 1"_s);
        QCOMPARE(heard(waiter), u"locks:a:7"_s);
    }

    void pythonRedisLock_wakesABlockedWaiter()
    {
        server({"SET", "lock:report", "qL8tK5XyGZ3m0aPf+R/2AwXy"});
        auto &waiter = asking({"BLPOP", "lock-signal:report", "0"});
        QCOMPARE(freed("lock:report", {}), u"released 0"_s);
        QCOMPARE(waiter.read().elements.at(1).text, "1");
        QCOMPARE(keys(), QString());
    }

    void sidekiq_clearsTheDigestAndWakesAWaiter()
    {
        const std::string digest = "uniquejobs:0123456789abcdef0123456789abcdef";
        const std::string job = "0123456789abcdef01234567";
        server({"SET", digest, job});
        server({"HSET", digest + ":LOCKED", job, "1795262400.123"});
        server({"LPUSH", digest + ":PRIMED", job});
        server({"SET", digest + ":INFO", "{\"worker\":\"Mail\"}"});
        server({"ZADD", "uniquejobs:digests", "1795262400", digest, "1", "uniquejobs:another"});
        server({"HSET", digest + ":RUN:LOCKED", job, "1795262400.123"});
        auto &waiter = asking({"BLMOVE", digest + ":QUEUED", digest + ":PRIMED", "RIGHT", "LEFT", "0"});
        const auto plan = m_releaser->plan(TestedReleaser::wish(digest + ":LOCKED", {job}));
        QVERIFY(std::ranges::any_of(plan.warnings, [&](const auto &w) { return w.text == digest + ":RUN:LOCKED"; }));
        QCOMPARE(toldOf(plan), u"released 0"_s);
        QCOMPARE(waiter.read().text, "1");
        QCOMPARE(m_server->command({"EXISTS", digest, digest + ":LOCKED", digest + ":INFO", digest + ":QUEUED"}).integer, 0);
        QCOMPARE(m_server->command({"ZCARD", "uniquejobs:digests"}).integer, 1);
        QCOMPARE(m_server->command({"EXISTS", digest + ":RUN:LOCKED"}).integer, 1); // a separate lock
    }

    void symfonyExclusive_isRemovedWithItsMark()
    {
        const std::string token = "TsXOjj/8o4OG7rXcd3Vw9hhuhmbcH8hAqpZ0qNsKsZs=";
        server({"ZADD", "import", never, token, never, "__write__"});
        server({"PEXPIRE", "import", "60000"});
        QCOMPARE(freed("import", {token}), u"released 0"_s);
        QCOMPARE(keys(), QString());
    }

    void semaphoreOfMembers_losesOneHolder()
    {
        const auto now = std::to_string(m_server->command({"TIME"}).elements[0].toInteger().value_or(0) * 1000);
        const std::string other = "359be169-cc7b-484e-80cf-da87bc0d6623";
        server({"ZADD", "semaphore:pool", now, familyUuid + "_0", now, familyUuid + "_1", now, other + "_0"});
        server({"PEXPIRE", "semaphore:pool", "10000"});
        QCOMPARE(freed("semaphore:pool", {familyUuid}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"ZRANGE", "semaphore:pool", "0", "-1"})), u"[\"%1_0\"]"_s.arg(QString::fromStdString(other)));
    }

    void poolOfSlots_losesOneHolderAndStays()
    {
        const auto soon = std::to_string((m_server->command({"TIME"}).elements[0].toInteger().value_or(0) + 60) * 1000);
        const auto taken = R"({"status":"acquired","ttl":)" + soon + '}';
        const std::string free = R"({"status":"available"})";
        server({"SET", "semaphore:gpu", '[' + taken + ',' + taken + ',' + free + ']'});
        QCOMPARE(freed("semaphore:gpu", {"1"}), u"released 0"_s);
        QCOMPARE(m_server->command({"GET", "semaphore:gpu"}).text, '[' + taken + ',' + free + ',' + free + ']');
        QCOMPARE(freed("semaphore:gpu", {"0"}), u"released 0"_s);
        QCOMPARE(m_server->command({"GET", "semaphore:gpu"}).text, '[' + free + ',' + free + ',' + free + ']');
    }

    void setOfReaders_losesOne()
    {
        const std::string reader = "web-3_4711_0123456789abcdef0123456789abcdef";
        const std::string other = "web-4_4711_0123456789abcdef0123456789abcdef";
        server({"SADD", "cat.readers", reader, other});
        server({"PEXPIRE", "cat.readers", "30000"});
        QCOMPARE(freed("cat.readers", {reader}), u"released 0"_s);
        QCOMPARE(m_server->command({"SISMEMBER", "cat.readers", other}).integer, 1);
        QCOMPARE(m_server->command({"SCARD", "cat.readers"}).integer, 1);
    }

    // A look reads a thousand holders; a named one is read in addition.
    void oneOfTooManyHolders_isFreedByName()
    {
        Command zset = {"ZADD", "semaphore:z"}, set = {"SADD", "semaphore:s"}, hash = {"HSET", "book", "mode", "read"};
        const auto now = std::to_string(m_server->command({"TIME"}).elements[0].toInteger().value_or(0));
        for (int i = 0; i < 1500; ++i) {
            const auto number = std::to_string(10'000 + i);
            const auto token = "359be169-cc7b-484e-80cf-da87bc0" + number;
            zset.insert(zset.end(), {now, token});
            set.push_back(token);
            hash.insert(hash.end(), {familyUuid + ':' + number, "1"});
        }
        for (const auto &command : {zset, set, hash})
            server(command);
        for (const auto *key : {"semaphore:z", "semaphore:s", "book"})
            server({"PEXPIRE", key, "60000"});
        const std::string last = "359be169-cc7b-484e-80cf-da87bc011499"; // equal scores are in the order of their members
        QCOMPARE(freed("semaphore:z", {last}), u"released 0"_s);
        QCOMPARE(m_server->command({"ZCARD", "semaphore:z"}).integer, 1499);
        for (const auto *number : {"10007", "11499"}) { // a hash and a set have no order: one of many is read, another one not
            QCOMPARE(freed("semaphore:s", {"359be169-cc7b-484e-80cf-da87bc0" + std::string(number)}), u"released 0"_s);
            QVERIFY(freed("book", {familyUuid + ':' + number}).startsWith(u"released"));
        }
        QCOMPARE(m_server->command({"SCARD", "semaphore:s"}).integer, 1498);
        QCOMPARE(m_server->command({"HLEN", "book"}).integer, 1499);
        QVERIFY(told(m_releaser->plan(TestedReleaser::wish("semaphore:s", {"nobody"}))).startsWith(u"changed"));
    }

    // By another client's clock they may not have lapsed.
    void seeminglyLapsedPermits_stay()
    {
        const auto now = m_server->command({"TIME"}).elements[0].toInteger().value_or(0);
        const std::string a = "7f8f74a2-2eba-464b-98f4-00cc9401fd6e", b = "1c5bd0a1-4f43-4c6e-9a73-20ff61a0b2d4";
        server({"ZADD", "sem:print", std::to_string(now - 3), a, std::to_string(now + 20), b});
        server({"PEXPIRE", "sem:print", "60000"});
        QCOMPARE(freed("sem:print", {b}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"ZRANGE", "sem:print", "0", "-1"})), u"[\"%1\"]"_s.arg(QString::fromStdString(a)));
    }

    void withoutATtl_theFencingTokenStays()
    {
        server({"HSET", "lock:r", "owner", "web-1:7", "acquired_at", "1795262390", "fence", "17"});
        auto lease = TestedReleaser::wish("lock:r");
        lease.action = ReleaseAction::GiveLease;
        lease.lease = Milliseconds(30'000);
        QVERIFY(told(m_releaser->plan(lease)).startsWith(u"not-permitted"));
        QCOMPARE(freed("lock:r", {}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"HGETALL", "lock:r"})), u"[\"fence\", \"17\"]"_s);
        QVERIFY(freed("lock:r", {}).startsWith(u"not-there"));
        server({"HSET", "lock:h", "web-1:7", "2", "fencing_token", "17"});
        QCOMPARE(freed("lock:h", {}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"HGETALL", "lock:h"})), u"[\"fencing_token\", \"17\"]"_s);
        server({"HSET", "lock:t", "web-1:7", "1", "fence", "17"});
        server({"PEXPIRE", "lock:t", "30000"});
        QCOMPARE(freed("lock:t", {}), u"released 0"_s);
        QVERIFY(!m_server->command({"EXISTS", "lock:t"}).integer);
    }

    void numberedToken_alsoStays()
    {
        server({"HSET", "lock:r", "owner", "web-1:7", "acquired_at", "1795262390", "token", "17"});
        QCOMPARE(freed("lock:r", {}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"HGETALL", "lock:r"})), u"[\"token\", \"17\"]"_s);
        QVERIFY(freed("lock:r", {}).startsWith(u"not-there"));
    }

    // No deadline shows it, but a compared value does.
    void retakeShownByAnotherValue_isNotWarnedAbout()
    {
        server({"HSET", "lock:plain", "owner", "web-1:7"});
        server({"HSET", "lock:fence", "owner", "web-1:7", "fence", "17"});
        server({"HSET", "lock:counts", "web-1:7", "1", "fence", "17"});
        server({"SET", "lock:json", R"({"owner":"web-1:7","acquired_at":1795262390})"});
        const auto day = m_server->command({"TIME"}).elements[0].toInteger().value_or(0) / 86'400 * 86'400;
        server({"SET", "lock:day", std::to_string(day)});
        server({"SET", "lock:moment", std::to_string(day + 1)});
        server({"SET", "lock:date", R"({"owner":"web-1:7","locked_at":"2026-11-21"})"});
        for (const auto *key : {"lock:plain", "lock:fence", "lock:counts", "lock:json", "lock:day", "lock:moment", "lock:date"}) {
            const auto plan = m_releaser->plan(TestedReleaser::wish(key));
            const bool hidden = std::ranges::count(plan.warnings, ReleaseWarning::Kind::RetakeUnseen, &ReleaseWarning::kind) > 0;
            const bool same =
                key == std::string_view("lock:plain") || key == std::string_view("lock:day") || key == std::string_view("lock:date");
            QVERIFY2(hidden == same, key);
        }
    }

    void fenceInText_isDeletedWithIt()
    {
        server({"SET", "lock:json", R"({"owner":"web-1:7","fence":17})"});
        server({"SET", "lock:leased", R"({"owner":"web-1:7","fence":17})", "EX", "60"});
        for (const auto *key : {"lock:json", "lock:leased"}) {
            const auto plan = m_releaser->plan(TestedReleaser::wish(key));
            const bool told = std::ranges::count(plan.warnings, ReleaseWarning::Kind::FenceGoes, &ReleaseWarning::kind) > 0;
            QVERIFY2(told == (key == std::string_view("lock:json")), key); // the other one goes with its lease anyhow
        }
    }

    // The owner's text equals the token that counts the acquisitions.
    void fenceEqualToOwner_stays()
    {
        server({"HSET", "lock:r", "owner", "17", "token", "17", "acquired_at", "1795262390"});
        QCOMPARE(freed("lock:r", {}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"HGETALL", "lock:r"})), u"[\"token\", \"17\"]"_s);
    }

    void agendaJob_staysAndIsUnlocked()
    {
        const std::string job = "agenda:job:7c654243-2cb9-4b09-922f-d950f9df790d";
        server({"HSET", job, "name", "report", "lockedAtMs", "1795262390000"});
        QCOMPARE(freed(job, {}), u"released 0"_s);
        QCOMPARE(text(m_server->command({"HGET", job, "lockedAtMs"})), u"\"null\""_s);
        QCOMPARE(text(m_server->command({"HGET", job, "name"})), u"\"report\""_s);
    }

    // One companion may have any type, and a missing one has a likely type.
    void companions_areKnownInAFewRounds()
    {
        server({"HSET", "{app}:q:lock:meta", "a", "b"});
        server({"SET", "{app}:q:lock:id", "1"});
        QVERIFY(told(m_releaser->plan(TestedReleaser::wish("{app}:q:lock:id"))).startsWith(u"not-there"));
        server({"SET", "{app}:q:lock:id", familyOwner1, "PX", "60000"});
        QCOMPARE(freed("{app}:q:lock:id", {}), u"released 0"_s);
    }

    void otherFencingToken_isAnotherAcquisition()
    {
        server({"HSET", "lock:r", "owner", "web-1:7", "fence", "17"});
        server({"HSET", "lock:h", "web-1:7", "1", "fence", "17"});
        for (const auto *key : {"lock:r", "lock:h"}) {
            const auto plan = m_releaser->plan(TestedReleaser::wish(key));
            server({"HINCRBY", key, "fence", "1"});
            QCOMPARE(told(m_releaser->release(plan.order)), u"changed value"_s);
        }
    }

    // The key is deleted with its deadline when the only holder leaves, whatever else is in it.
    void soleHoldersRetake_isSeenByDeadline()
    {
        server({"HSET", "lock:r", "owner", "web-1:7", "acquired_at", "1795262390"});
        server({"PEXPIRE", "lock:r", "30000"});
        const auto warns = [&](const ReleasePlan &plan) {
            return std::ranges::find(plan.warnings, ReleaseWarning::Kind::RetakeUnseen, &ReleaseWarning::kind) != plan.warnings.end();
        };
        QVERIFY(!warns(m_releaser->plan(TestedReleaser::wish("lock:r"))));
        server({"HSET", "rwlock:s", "mode", "read", "web-1:7", "1", "web-2:8", "1"});
        server({"PEXPIRE", "rwlock:s", "30000"});
        QVERIFY(warns(m_releaser->plan(TestedReleaser::wish("rwlock:s"))));
    }

    // If waiters remain, the key stays: a reader that has joined since is not freed, and the report says so.
    void allHoldersOfAHash_areTheSeenOnes()
    {
        server({"HSET", "rwlock:b", "mode", "read", "web-1:1", "1", "web-2:2", "1", "waiters", "3"});
        server({"PEXPIRE", "rwlock:b", "30000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("rwlock:b"));
        server({"HSET", "rwlock:b", "web-3:3", "1"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed holders"_s);
        server({"HDEL", "rwlock:b", "web-3:3"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
    }

    // No field has the name of a reader that is only counted.
    void readersOfAHash_areFreedByNameOrTogether()
    {
        server({"HSET", "rwlock:a", "mode", "read", "web-3:17", "1", "web-4:18", "2"});
        server({"PEXPIRE", "rwlock:a", "30000"});
        QCOMPARE(freed("rwlock:a", {"web-3:17"}), u"released 0"_s);
        QCOMPARE(m_server->command({"HGET", "rwlock:a", "web-4:18"}).text, "2");
        QCOMPARE(m_server->command({"HLEN", "rwlock:a"}).integer, 2);
    }

    void plainSet_losesOneToken()
    {
        server({"SADD", "semaphore:pdf", "web-3:17", "web-4:18"});
        server({"PEXPIRE", "semaphore:pdf", "30000"});
        QCOMPARE(freed("semaphore:pdf", {"web-3:17"}), u"released 0"_s);
        QCOMPARE(m_server->command({"SISMEMBER", "semaphore:pdf", "web-4:18"}).integer, 1);
        QCOMPARE(m_server->command({"SCARD", "semaphore:pdf"}).integer, 1);
    }

    void ownerlessMark_isFreedByItsValue()
    {
        server({"SET", "lock:sale", "1"});
        QVERIFY(warns("lock:sale", {}, ReleaseWarning::Kind::DeletesNextOwners));
        QCOMPARE(freed("lock:sale", {"1"}), u"released 0"_s);
    }

    void givenLease_mayEndDuringWork()
    {
        server({"SET", "lock:sale", "0123456789abcdef0123456789abcdef"});
        auto wish = TestedReleaser::wish("lock:sale", {});
        wish.action = ReleaseAction::GiveLease;
        const auto kinds = m_releaser->plan(wish).warnings;
        QVERIFY(std::ranges::find(kinds, ReleaseWarning::Kind::LeaseMayEnd, &ReleaseWarning::kind) != kinds.end());
    }

    // One of several holders, each with its own time or deadline.
    void retakeShownByItsTime_isNotWarnedAbout()
    {
        const auto now = m_server->command({"TIME"}).elements[0].text;
        const auto soon = std::to_string(parseInteger(now).value_or(0) + 60) + ".25";
        server({"ZADD", "sem:z", soon, "web-3:17", soon, "web-4:18"});
        server({"PEXPIRE", "sem:z", "30000"});
        readers();
        server({"HSET", "lock:h", "owner", "web-3:17", "expires_at", soon});
        for (const auto &[key, owner] :
             {std::pair<std::string, Bytes>("sem:z", "web-3:17"), {"book", familyOwner1}, {"lock:h", "web-3:17"}})
            QVERIFY2(!warns(key, {owner}, ReleaseWarning::Kind::RetakeUnseen), key.c_str());
    }

    void unrecognisedString_needsItsExactValue()
    {
        server({"SET", "abc", "some text"});
        QCOMPARE(told(m_releaser->plan(TestedReleaser::wish("abc"))).startsWith(u"not-there"), true);
        QCOMPARE(told(m_releaser->plan(TestedReleaser::wish("abc", {"other text"}))).startsWith(u"not-there"), true);
        QCOMPARE(freed("abc", {"some text"}), u"released 0"_s);
    }

    void applicationData_isNotTouched()
    {
        server({"HSET", "basket", "apple", "red", "pear", "green"});
        QCOMPARE(told(m_releaser->plan(TestedReleaser::wish("basket", {"apple"}))).startsWith(u"not-there"), true);
    }

    void bytes_areComparedAndShownCompletely()
    {
        const std::string key("lock:\0\xff\n{", 9);
        const std::string value("\0tok\xfe en\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a", 19);
        server({"SET", key, value, "PX", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish(key, {value}));
        QCOMPARE(plan.changes.front(), std::string("DEL \"lock:\\x00\\xff\\n{\""));
        server({"SET", key, value + '\0', "KEEPTTL"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed owner"_s);
        server({"SET", key, value, "KEEPTTL"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
        const auto line = m_releaser->audit().back();
        QCOMPARE(fromBase64(line[u"key_base64"_s].toString().toStdString()), std::optional(key));
        QCOMPARE(fromBase64(line[u"before"_s][u"value_base64"_s].toString().toStdString()), std::optional(value));
    }

    // A hash that is larger than a look is never compared partly: freeing all is refused, freeing one by name works.
    void hugeHash_isFreedByNameOnly()
    {
        constexpr int readers = 1100;
        Command fill = {"HSET", "book", "mode", "read"};
        for (int i = 0; i < readers; ++i) {
            fill.push_back(familyUuid + ':' + std::to_string(i));
            fill.emplace_back("1");
        }
        server(fill);
        server({"PEXPIRE", "book", "60000"});
        const auto all = m_releaser->plan(TestedReleaser::wish("book"));
        QCOMPARE(told(all).startsWith(u"changed: it has more holders"), true);
        QVERIFY(all.order.look.value.elements.size() <= static_cast<std::size_t>(Value::mostElements));
        const auto &some = all.order.match.holders.front().owner;
        QCOMPARE(freed("book", {some}).startsWith(u"released"), true);
        QCOMPARE(m_server->command({"HLEN", "book"}).integer, readers); // one reader fewer, and `mode`
    }

    void hugeHash_isReadOnlyAsFarAsALook()
    {
        std::vector<Command> commands;
        for (int i = 0; i < 1000; ++i) {
            Command fill = {"HSET", "lock:huge"};
            for (int j = 0; j < 200; ++j) {
                fill.push_back("field" + std::to_string(i * 200 + j));
                fill.emplace_back("1");
            }
            commands.push_back(std::move(fill));
        }
        m_server->pipeline(commands);
        server({"CONFIG", "RESETSTAT"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("lock:huge"));
        QCOMPARE(told(plan).startsWith(u"not-there"), true);
        const auto stats = m_server->command({"INFO", "commandstats"}).text;
        QVERIFY2(stats.find("hgetall") == std::string::npos, stats.c_str());
        QVERIFY(plan.order.look.value.elements.size() <= static_cast<std::size_t>(Value::mostElements));
    }

    void manyHolders_areComparedInALoop()
    {
        Command fill = {"HSET", "book", "mode", "read"};
        for (int i = 0; i < 40; ++i) {
            fill.push_back(familyUuid + ':' + std::to_string(i));
            fill.emplace_back("1");
        }
        server(fill);
        server({"PEXPIRE", "book", "60000"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("book"));
        QVERIFY2(std::ranges::count(plan.script, '\n') < 40, plan.script.c_str());
        server({"HSET", "book", familyUuid + ":39", "2"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed count"_s);
        server({"HSET", "book", familyUuid + ":39", "1"});
        server({"HDEL", "book", familyUuid + ":7"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed owner"_s);
        server({"HSET", "book", familyUuid + ":7", "1", familyUuid + ":77", "1"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"changed holders"_s);
        server({"HDEL", "book", familyUuid + ":77"});
        QCOMPARE(told(m_releaser->release(plan.order)), u"released"_s);
    }

    // The next client returns their permits: one more would be too many for ever.
    void deadHoldersPermits_areNotReturned()
    {
        server({"SET", "psem", "0"});
        server({"ZADD", "{psem}:timeout", "1000", "0123456789abcdef0123456789abcdef", "2000", "1123456789abcdef0123456789abcdef"});
        const auto plan = m_releaser->plan(TestedReleaser::wish("psem", {}));
        QVERIFY2(plan.hindrance && plan.hindrance->text == "nobody holds it", qPrintable(told(plan)));
    }

    void takenTokens_getNoLease()
    {
        server({"SET", "SEMAPHORE:res:EXISTS", "1"});
        server({"HSET", "SEMAPHORE:res:GRABBED", "1", "1795262399.5", "2", "1795262399.5"});
        auto wish = TestedReleaser::wish("SEMAPHORE:res:GRABBED", {});
        wish.action = ReleaseAction::GiveLease;
        wish.lease = std::chrono::seconds(5);
        const auto plan = m_releaser->plan(wish);
        QVERIFY2(plan.hindrance && plan.hindrance->outcome == ReleaseOutcome::NotPermitted, qPrintable(told(plan)));
    }

private:
    void server(const Command &command)
    {
        const auto reply = m_server->command(command);
        QVERIFY2(!reply.isError(), reply.text.c_str());
    }

    void fairLock()
    {
        server({"HSET", "till", familyOwner1, "1"});
        server({"PEXPIRE", "till", "30000"});
        server({"RPUSH", "redisson_lock_queue:{till}", familyOwner2, owner3});
        server({"ZADD", "redisson_lock_timeout:{till}", never, familyOwner2, never, owner3});
    }

    void readers()
    {
        server({"HSET", "book", "mode", "read", familyOwner1, "2", familyOwner2, "1"});
        server({"PEXPIRE", "book", "30000"});
        for (const auto &key : {familyOwner1 + ":rwlock_timeout:1", familyOwner1 + ":rwlock_timeout:2", familyOwner2 + ":rwlock_timeout:1"})
            server({"SET", "{book}:" + key, "1", "PX", "30000"});
    }

    void withoutScripts()
    {
        server({"ACL", "SETUSER", "noscripts", "on", ">pw", "~*", "&*", "+@all", "-@scripting"});
        auto endpoint = m_server->endpoint();
        endpoint.user = "noscripts";
        endpoint.password = "pw";
        m_releaser = std::make_unique<TestedReleaser>(endpoint);
    }

    QString toldOf(const ReleasePlan &plan)
    {
        const auto report = m_releaser->release(plan.order);
        return told(report) + u' ' + QString::number(report.told);
    }

    bool warns(const std::string &key, std::vector<Bytes> owners, ReleaseWarning::Kind kind)
    {
        const auto plan = m_releaser->plan(TestedReleaser::wish(key, std::move(owners)));
        return std::ranges::find(plan.warnings, kind, &ReleaseWarning::kind) != plan.warnings.end();
    }

    QString freed(const std::string &key, std::vector<Bytes> owners)
    {
        const auto plan = m_releaser->plan(TestedReleaser::wish(key, std::move(owners)));
        return plan.possible() ? toldOf(plan) : told(plan);
    }

    QString keys()
    {
        auto reply = m_server->command({"KEYS", "*"});
        QStringList all;
        for (const auto &key : reply.elements)
            all += QString::fromStdString(key.text);
        all.sort();
        return all.join(u' ');
    }

    RedisClient &listening(const Command &command)
    {
        m_waiters.push_back(std::make_unique<RedisClient>(m_server->endpoint(), std::chrono::seconds(10)));
        m_waiters.back()->command(command);
        return *m_waiters.back();
    }
    RedisClient &subscribed(const std::string &channel) { return listening({"SUBSCRIBE", channel}); }

    // Blocks on the server, but not here.
    RedisClient &asking(const Command &command)
    {
        m_waiters.push_back(std::make_unique<RedisClient>(m_server->endpoint(), std::chrono::seconds(10)));
        m_waiters.back()->ask(command);
        const auto blocked = [this] {
            return QByteArray::fromStdString(m_server->command({"INFO", "clients"}).text).contains("blocked_clients:1");
        };
        if (!eventually(blocked))
            qFatal("nobody waits");
        return *m_waiters.back();
    }

    static QString heard(RedisClient &waiter) { return QString::fromStdString(waiter.read().elements.back().text); }

    bool nothingHeard(RedisClient &waiter)
    {
        server({"PUBLISH", "redisson_lock__channel:{till}:" + familyOwner2, "end"});
        return heard(waiter) == u"end"_s;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<TestedReleaser> m_releaser;
    std::vector<std::unique_ptr<RedisClient>> m_waiters;
};

LOCKSCOPE_TEST(ReleaseFamiliesTest)
#include "tst_release_families.moc"

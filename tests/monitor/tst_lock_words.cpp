// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/name_table.h"

#include <QTest>

using namespace lockcore;

class LockWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void name_holdsALockWordOrNot_data();
    void name_holdsALockWordOrNot();
    void aWordWithOtherMeanings_isAmbiguous();
    void whatAThingHas_isAmbiguous();
    void whatMayBeADatum_isLikely();
    void aHeadOfData_makesItAmbiguous();
    void aLockfile_isNoLock();
    void tokensThatHoldNothing_areNamed();
    void accounts_mayBeLockedOut();
    void anyBytes_areJudgedWithinTheirBounds();
    void nameTable_matchesLikeTheGlobs_data();
    void nameTable_matchesLikeTheGlobs();
};

void LockWordsTest::name_holdsALockWordOrNot_data()
{
    QTest::addColumn<bool>("expected");
    for (const auto *name : {"lock",
                             "order:lock",
                             "lock_sale_42",
                             "orderLock",
                             "OrderLockManager",
                             "REDLOCK:x",
                             "redlock:a",
                             "lock42",
                             "42lock",
                             "lock.order#17",
                             "{lock}",
                             "a/lock/b",
                             "HTTPLock",
                             "LOCK_A",
                             "myLock",
                             "mylock",
                             "SINGLETONLOCK_0a1b",
                             "lock4j:x",
                             "user-mutex",
                             "mutex:a",
                             "Mutex",
                             "leader",
                             "leader:eu",
                             "resque:resque_scheduler_master_lock",
                             "a:sem:b",
                             "semaphore:x",
                             "pool_semaphores",
                             "lease:7",
                             "countDownLatch",
                             "countdownlatch",
                             "rwlock:a",
                             "spinlock",
                             "{map}:qL8tK5XyGZ3m0aPf+R/2Aw:fairlock",
                             "x:rw_lock",
                             "locks:1",
                             "lck_1",
                             "distributedLock",
                             "distributed-lock",
                             "app:locked:1",
                             "singleton:job",
                             "PHPREDIS_SESSION:x_LOCK",
                             "\xe9\x94\x81lock\xe9\x94\x81",
                             "resque:workerslock:slow:math:[1]",
                             "oc4f2a/lockfiles/5d41402a",
                             "lock:version", // a lock of the version
                             "lock:config",
                             "lock_stats",
                             "lock:2026-11-22",
                             "lock:user:7:name",
                             "order:lock:owner",
                             "lock_time_sheet",
                             "locked:order:7",
                             "lease:7",
                             "locker:12",
                             "lock:firmware:7",
                             "lock:worker:heartbeat",
                             "lock:42:owner",
                             "lock_42_sync",
                             "lock:cart_total", // a lock of the total
                             "lock:count",
                             "lock:p99",
                             "lock_item_p12",
                             "lock:ms:7",
                             "lock:wait",
                             "lock:wait:7",
                             "lock:queue:len",
                             "user:last_lock",
                             "lock:last"})
        QTest::newRow(name) << true;
    for (const auto *name :
         {"", "clock", "block", "blocked", "blockchain:7", "flock", "unlock", "unlocked:1", "semantic", "please", "release", "released",
          "leaderboard:weekly", "Clock", "CLOCK", "wallClock", "o'clock", "lockheed:1", "glockenspiel", "sherlock", "padlock", "order:42",
          "session:ab", "latchkey", "mutexed", "sema", "pleased", "loc", "lo:ck", "semester", "assembly", "lockdown", "roadblock",
          "deadlock-stats",
          // about a lock, or about something that only shares the word
          "order:42:locked", "account_locked:alice", "account:locked:alice", "login:locked:alice", "AccountLocked:alice", "userLocked:7",
          "pin-locked:7", "locked_out:alice", "locked_accounts:7", "user:7:is_locked", "locked", "order:7:lock_version",
          "order:lock_version:7", "orderLockVersion", "order:7:lock-count", "lockCount", "lock_timeout", "user:7:locked_by",
          "doc:7:locked_at", "user:7:locked_until", "account:7:lock_reason", "phone:lock_screen", "leader_board:weekly", "locker:12:status",
          "locker:13:code", "lock:42:battery", "lock:42:last_seen", "lock:42:lastSeen", "lock_42_last_seen", "lock:42:heartbeat",
          "lock/42/online", "metrics:lock_wait_ms", "lock:wait_seconds", "lockWaitMs", "locks_acquired_total", "lock_wait_p99",
          "mutex_acquire_count", "lock_contention", "lock:7:last_ping", "device:lock-7:last_opened", "lock/7/state/last_seen",
          "lock:latency:p95", "lock:acquire:count", "lock:failed:count", "lock_max_wait", "lockHoldTime", "lock_duration_seconds_bucket",
          "lock:5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f:status"})
        QTest::newRow(*name ? name : "(empty)") << false;
}

void LockWordsTest::name_holdsALockWordOrNot()
{
    QFETCH(bool, expected);
    const std::string_view tag = QTest::currentDataTag();
    QCOMPARE(hasLockWord(tag == "(empty)" ? std::string_view() : tag), expected);
}

void LockWordsTest::aWordWithOtherMeanings_isAmbiguous()
{
    for (const auto *name :
         {"lease:7", "team:leader", "locker:12", "sem:api", "singleton:mailer", "app:locked:7", "locked:order:7", "job_locked:7",
          "locked_orders:7", "locked:user:7", "lock:enabled", "leader:jwt-rotation", "sem:otp", "locked:code-review:7"})
        QVERIFY2(lockWordIn(name) == LockWord::Ambiguous, name);
    for (const auto *name :
         {"lease:lock", "leader-lock", "order:lock", "mutex", "lock:7:5", "lock:7:door:3", "lock:otp:7", "nonce:lock:7", "lock:secret:7"})
        QVERIFY2(lockWordIn(name) == LockWord::Clear, name);
    for (const auto *name : {"userlocks",
                             "globalmutex",
                             "print_jobsemaphore",
                             "dblock:7",
                             "synclock",
                             "session:userlock:7",
                             "APPMUTEXES",
                             "backupmutex:7",
                             "gpusemaphore",
                             "invoicemutexes",
                             "TILESEMAPHORES:3",
                             "session:backupmutex:7",
                             "session:userlock:5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f",
                             "session:userlock:alice",
                             "token:orderlock:ORD-7",
                             "ordermutex:1",
                             "usersemaphore:1",
                             "orderlock:1",
                             "advisorylock:1",
                             "masterlock"})
        QVERIFY2(lockWordIn(name) == LockWord::Ambiguous, name);
    for (const auto *name : {"redislock:7", "REDISLOCK", "reentrantlock:1"})
        QVERIFY2(lockWordIn(name) == LockWord::Clear, name);
    for (const auto *name :
         {"lock_price:7",       "semaphore:x:counter",   "sem:api:owner",        "lock:42:online",     "mutex_contentions",
          "lock:42:battery",    "lock:42:battery:level", "lock:42:status",       "lock:42:last_ping",  "lock_wait_ms",
          "lock:acquire:count", "lock:waiters:count",    "lock:deadlocks:count", "lock:release:count", "lock:acquisitions:total",
          "order:7:locked",     "lease:7:rent",          "lease/7/tenant",       "leases:7:deposit",   "orderlock_count",
          "paymentLocked_until"})
        QVERIFY2(lockWordIn(name) == LockWord::Possible, name);
    for (const auto *name : {"clock",
                             "wallclocks",
                             "roadblock",
                             "gridlock",
                             "padlocks",
                             "unlock",
                             "stock",
                             "flock",
                             "session:jackson.pollock",
                             "user:goldilocks:reset",
                             "csrf:tullock",
                             "smartlock:7:otp",
                             "doorlocks:7",
                             "timelock",
                             "lock:7:pin",
                             "lock_rate:token",
                             "session:7:locked",
                             "lease:7:code",
                             "accessTokenLockStatus",
                             "keylock:otp:7",
                             "accountlock:reset:7",
                             "loginlock:verify:7",
                             "session:userlock:csrf",
                             "backupmutex:pin",
                             "lock_type:challenge",
                             "lock_version:sha",
                             "lock:7:pin",
                             "locked:apikey:7",
                             "locked:jti",
                             "user:7:locked:recovery",
                             "lock_otp:7",
                             "lock_apikey:7",
                             "lock_session:7",
                             "lock-reset:7",
                             "order:7:lock_code",
                             "lockCode:7",
                             "lock:7:otp",
                             "hashlock:7",
                             "screenlocks"})
        QVERIFY2(lockWordIn(name) == LockWord::None, name);
    // What is locked may be a nonce, or a recovery.
    for (const auto *name : {"lock:session:7", "session_lock:7", "lock_session_7", "lock_otp_sender", "lock:0xab12:nonce",
                             "lock:db-1:recovery", "lock:nonce:0xab12"})
        QVERIFY2(lockWordIn(name) == LockWord::Clear, name);
}

void LockWordsTest::whatAThingHas_isAmbiguous()
{
    for (const auto *name : {"lock:hall:online",
                             "lock:hall:state",
                             "lock:hall:model",
                             "lock:hall:name",
                             "lock:7:key",
                             "lock:front-door:battery_level",
                             "lock:front-door:firmware",
                             "lock-7-firmware",
                             "lock:site1:42:battery",
                             "lock:site1:42:firmware",
                             "lock:AA:BB:CC:firmware",
                             "lock:device42:firmware",
                             "lock:coupon42:code",
                             "lock:hall:last_seen",
                             "lock:last_block",
                             "lock:last-invoice-number",
                             "lock:42:last-invoice-number",
                             "lock:next_id",
                             "lock:updated_at",
                             "lock:42:connected_users_sync",
                             "lock:hall:is_locked",
                             "lock:orders:fencing_token",
                             "lock:42:fencing_token",
                             "lock:42:battery-alert",
                             "lease:rent",
                             "lease:user7:rent"})
        QVERIFY2(lockWordIn(name) == LockWord::Ambiguous, name);
}

void LockWordsTest::whatMayBeADatum_isLikely()
{
    for (const auto *name : {"lock:42:process_payment",
                             "lock:42:create-payment",
                             "lock:42:payment",
                             "mutex:42:payment",
                             "lock:7:change-price",
                             "lock:7:export-logs",
                             "lock:42:sync-settings",
                             "lock:42:rebuild_metadata",
                             "lock:42:refresh-stats",
                             "lock:42:generate-code",
                             "lock:42:wifi",
                             "lock:42:ssid",
                             "lock:42:manufacturer",
                             "lock:42:zone",
                             "lock:42:wait_ms",
                             "lock:42:owner_name",
                             "lock:7:door",
                             "mutex:7:door",
                             "lock:7:refresh",
                             "lock:7:reset",
                             "lock:7:signature",
                             "lock:filings-sec",
                             "lock:dns-ns",
                             "lock:recalc-avg",
                             "lock_p50",
                             "lock_p75",
                             "lock_p90",
                             "lock_p99",
                             "lock:p99",
                             "lock:ttl",
                             "lock:order:7:status",
                             "lock:timeouts:total",
                             "lock:stats:failed",
                             "lock:42:release",
                             "locks:total",
                             "locks:acquired",
                             "lock:hold-release",
                             "lock_releases",
                             "lock_queue_length"})
        QVERIFY2(lockWordIn(name) == LockWord::Likely, name);
    for (const auto *name : {"lock:tenant1:config", "lock:2026-11-25:payments", "lock:eu-west-1:config", "lock:posts:seen",
                             "lock:acquire:queue", "lock:hold:queue", "lock:user:7:name", "lock_p12", "lock:42:5", "lock:wait:7"})
        QVERIFY2(lockWordIn(name) == LockWord::Clear, name);
}

void LockWordsTest::aHeadOfData_makesItAmbiguous()
{
    for (const auto *name : {"feature:lock_editing", "feature:distributed-lock", "flags:use_redlock", "flag:mutex-v2:enabled",
                             "config:redis:lock:prefix", "i18n:de:lock", "views:article:mutex-explained", "likes:post:how-to-lock",
                             "homeassistant:lock.front_door", "zigbee2mqtt/lock_front/state", "config:lock"})
        QVERIFY2(lockWordIn(name) == LockWord::Ambiguous, name);
    for (const auto *name : {"lock:config", "config-service:lock", "feature_lock:7", "app:feature:lock"})
        QVERIFY2(lockWordIn(name) == LockWord::Clear, name);
}

void LockWordsTest::aLockfile_isNoLock()
{
    for (const auto *name : {"yarn.lock:hash", "Cargo.lock:etag", "composer.lock.md5", "Gemfile.lock:checksum", "package-lock:sha:web",
                             "poetry.lock-hash:api"})
        QVERIFY2(lockWordIn(name) == LockWord::None, name);
    for (const auto *name : {"yarn.lock", "package-lock:7"})
        QVERIFY2(lockWordIn(name) == LockWord::Ambiguous, name);
    for (const auto *name : {"yarn:lock:hash", "package:lock:7", "import.lock:sha"})
        QVERIFY2(lockWordIn(name) == LockWord::Clear, name);
}

void LockWordsTest::tokensThatHoldNothing_areNamed()
{
    for (const auto *name : {"ratelimit:lock:17", "throttle:mutex:17", "sliding_window:/locks:17", "requests:lock-page", "limiter:locker:5",
                             "locks:audit", "lock:history:42", "recent:locks", "lock:waiters:17", "lock:queue:17", "lock-events"})
        QVERIFY2(saysNoHolders(name), name);
    for (const auto *name : {"semaphore:printers", "sem:catalogue", "lock:generate"})
        QVERIFY2(!saysNoHolders(name), name);
    for (const auto *name : {"download:7", "multipart:7", "typing:7", "trace:7", "cursor:7", "unlock:7", "giftcard:7"})
        QVERIFY2(saysOtherUse(name), name);
    for (const auto *name : {"ticket:7", "voucher:7", "coupon:7", "upload:7"})
        QVERIFY2(!saysOtherUse(name), name);
}

void LockWordsTest::accounts_mayBeLockedOut()
{
    for (const auto *name : {"accountlock:alice", "userlock", "LOGINLOCK:7", "app:userlocks:7"})
        QVERIFY2(mayBeLockout(name), name);
    for (const auto *name : {"usersemaphore:1", "orderlock:1", "user:lock:7", "lock:account:7"})
        QVERIFY2(!mayBeLockout(name), name);
}

void LockWordsTest::anyBytes_areJudgedWithinTheirBounds()
{
    std::string all;
    for (int c = 0; c < 256; ++c)
        all += static_cast<char>(c);
    QVERIFY(!hasLockWord(all));
    QVERIFY(hasLockWord(all + ":lock"));
    QVERIFY(hasLockWord(std::string_view("\xac\xed\x00\x05t\x00\x0alock:order", 17)));
    QVERIFY(!hasLockWord(std::string_view("clock", 1)));
    // A view that ends inside a longer text must not be read beyond its end.
    QVERIFY(hasLockWord(std::string_view("a:locksmith", 6)));
    QVERIFY(!hasLockWord(std::string(10'000, 'L')));
    QVERIFY(!hasLockWord(std::string(10'000, 'l')));
}

void LockWordsTest::nameTable_matchesLikeTheGlobs_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, bool expected) { QTest::newRow(name) << QByteArray(name) << expected; };
    row("lock:1", true);
    row("lock:", true);
    row("lock", false);
    row("a_LOCK", true);
    row("_LOCK", true);
    row("a_LOCKS", false);
    row("x:rwlock_timeout:3", true);
    row(":rwlock_timeout:", true);
    row("x:rwlock_timeout", false);
    row("bull:mail:7:lock", true);
    row("bull::lock", true);
    row("bull:lock", false);
    row("unacked_mutex", true);
    row("unacked_mutex2", false);
    row("job-a-7", true);
    row("job-c-7", false);
    row("", false);
}

void LockWordsTest::nameTable_matchesLikeTheGlobs()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, expected);
    NameTable table;
    for (const auto *glob : {"lock:*", "*_LOCK", "*:rwlock_timeout:*", "bull:*:lock", "unacked_mutex", "job-[ab]-?"})
        table.add(glob);
    QCOMPARE(table.matches(name.toStdString()), expected);
    NameTable everything;
    everything.add("*");
    QVERIFY(everything.matches(name.toStdString()));
    QVERIFY(!NameTable().matches(name.toStdString()));
}

LOCKSCOPE_TEST(LockWordsTest)
#include "tst_lock_words.moc"

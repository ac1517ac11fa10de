// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lock_words.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;

class LockWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void name_hasAWordForALock_data();
    void name_hasAWordForALock();
    void name_saysSemaphore();
};

void LockWordsTest::name_hasAWordForALock_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<LockWord>("expected");
    const auto rows = [](LockWord expected, std::initializer_list<const char *> names) {
        for (const auto *name : names)
            QTest::newRow(*name ? name : "(empty)") << QByteArray(name) << expected;
    };
    rows(LockWord::Clear, {"lock",
                           "order:lock",
                           "lock_sale_42",
                           "orderLock",
                           "OrderLock:7",
                           "HTTPLock",
                           "LOCK:x",
                           "REDLOCK:x",
                           "orderlock",
                           "order:locks",
                           "rwmutex:7",
                           "mutex",
                           "mutexes",
                           "mtx-7",
                           "lck:9",
                           "api:semaphore:3",
                           "sem:upload",
                           "lock:version:upgrade",
                           "lock:{a}:7",
                           "spinlock",
                           "b'_tooz'_b'leader_of_g1'_lock"});
    rows(LockWord::Weak, {"lease:7", "leader", "latch:9", "singleton:cron", "lock_version", "lock:42:status", "lockCount",
                          "order:lock:stats", "lock:fence:17", "lock:waiters"});
    rows(LockWord::None, {"", "clock", "block:7", "blocked", "unlock:7", "deadlock:count", "flock", "order:17", "please", "semantic",
                          "locked", "account:locked:7", "lo:ck", "l", "::", "1234", "\xff\xfe"});
}

void LockWordsTest::name_hasAWordForALock()
{
    QFETCH(QByteArray, name);
    QFETCH(LockWord, expected);
    const std::string_view text(name.constData(), static_cast<std::size_t>(name.size()));
    QCOMPARE(static_cast<int>(lockWordIn(text)), static_cast<int>(expected));
    QCOMPARE(hasLockWord(text), expected != LockWord::None);
}

void LockWordsTest::name_saysSemaphore()
{
    QVERIFY(saysSemaphore("api:semaphore:3"));
    QVERIFY(saysSemaphore("uploadSemaphores"));
    QVERIFY(saysSemaphore("sem:7"));
    QVERIFY(!saysSemaphore("lock:7"));
    QVERIFY(!saysSemaphore("semester:7"));
}

LOCKSCOPE_TEST(LockWordsTest)
#include "tst_lock_words.moc"

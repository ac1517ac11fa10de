// SPDX-License-Identifier: MIT
// One key, looked up by its exact name on a real server, while a Monitor watches.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using What = KeyFinding::What;

class KeyLookupTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_server->command({"HSET", "order:{42}", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"});
        m_server->command({"PEXPIRE", "order:{42}", "600000"});
        m_server->command({"SET", "job:lock", "0123456789abcdef0123456789abcdef", "PX", "600000"});
        m_server->command({"SET", "mail:lock:note", std::string(5000, 'x')});
        m_server->command({"SET", "greeting", "hello", "PX", "600000"});
        m_server->command({"RPUSH", "list:1", "a"});
        m_server->command({"RPUSH", "redisson_lock_queue:{fair}", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17"});
        m_server->command({"XADD", "stream:1", "*", "a", "b"});
        m_watcher = std::make_unique<Watcher>(m_server->endpoint());
        QVERIFY(m_watcher->waitLive());
    }
    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void key_isWhatItIs_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("detail"); // the library, the lock, or a part of the reasons
        QTest::newRow("lock") << QByteArray("order:{42}") << QByteArray("lock") << QByteArray("redisson");
        QTest::newRow("plausible lock") << QByteArray("job:lock") << QByteArray("lock") << QByteArray("unknown");
        QTest::newRow("missing") << QByteArray("ORDER:{42}") << QByteArray("missing") << QByteArray();
        QTest::newRow("queue of waiters") << QByteArray("redisson_lock_queue:{fair}") << QByteArray("part-of") << QByteArray("fair");
        QTest::newRow("text") << QByteArray("greeting") << QByteArray("no-lock")
                              << QByteArray("nothing in the name says that it is a lock");
        QTest::newRow("list") << QByteArray("list:1") << QByteArray("no-lock") << QByteArray("a list is no lock");
        QTest::newRow("stream") << QByteArray("stream:1") << QByteArray("no-lock") << QByteArray("no library makes a lock of such a type");
    }
    void key_isWhatItIs()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, detail);
        const auto found = lookUp(key.toStdString());
        const auto word = toString(found.what);
        QCOMPARE(QByteArray(word.data(), static_cast<qsizetype>(word.size())), what);
        QVERIFY(!found.error);
        if (found.what == What::Lock) {
            QCOMPARE(QByteArray::fromStdString(found.lock.library), detail);
            QVERIFY(found.lock.deadline && !found.lock.why.empty() && !found.lock.structure.empty());
            QCOMPARE(found.lock.holders.size(), std::size_t{1});
        } else if (found.what == What::PartOf) {
            QCOMPARE(QByteArray::fromStdString(found.partOf), detail);
        } else if (found.what == What::NoLock) {
            std::string reasons;
            for (const auto &reason : found.lock.why)
                reasons += reason + "; ";
            QVERIFY2(QByteArray::fromStdString(reasons).contains(detail), reasons.c_str());
            QCOMPARE(found.lock.deadline.has_value(), key == "greeting");
        }
    }

    // A million fields could hold the server up, if anybody measured or read them.
    void largeKey_isNotRead()
    {
        m_server->command({"EVAL", "for i = 1, 30000 do redis.call('hset', KEYS[1], i, i) end", "1", "big:lock"});
        m_server->command({"CONFIG", "RESETSTAT"});
        const auto found = lookUp("big:lock");
        QVERIFY(found.what == What::Unread && found.error && found.error->detail == "too-large");
        const auto stats = m_server->command({"INFO", "commandstats"}).text;
        for (const auto *never : {"cmdstat_hgetall", "cmdstat_hkeys", "cmdstat_keys", "cmdstat_dump"})
            QVERIFY2(stats.find(never) == stats.npos, never);
    }

    void forbiddenKey_saysSo()
    {
        m_server->command({"ACL", "SETUSER", "default", "resetkeys", "~order:*"});
        const auto found = lookUp("greeting");
        QVERIFY(found.what == What::Unread && found.error);
        QVERIFY2(found.error->text.find("NOPERM") != std::string::npos, found.error->text.c_str());
    }

    void watching_goesOn()
    {
        lookUp("greeting");
        m_server->command({"DEL", "order:{42}"});
        QVERIFY(m_watcher->waitFor([&] { return !m_watcher->locks().contains("order:{42}"); }));
    }

private:
    KeyFinding lookUp(const Bytes &key)
    {
        std::optional<KeyFinding> answer;
        const auto id = newRequestId();
        auto &monitor = m_watcher->monitor();
        const auto joined = QObject::connect(&monitor, &Monitor::lookedUp, &monitor, [&](RequestId of, const KeyFinding &finding) {
            if (of == id)
                answer = finding;
        });
        monitor.lookUp(id, key);
        if (!m_watcher->waitFor([&] { return answer.has_value(); }))
            qFatal("the look-up does not end");
        QObject::disconnect(joined);
        return *answer;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Watcher> m_watcher;
};

LOCKSCOPE_TEST(KeyLookupTest)
#include "tst_key_lookup.moc"

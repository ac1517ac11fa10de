// SPDX-License-Identifier: MIT
// Tokens under names without a word for a lock, on a real server: what a library's scripts add, and what they do not.
#include "free_names.h"
#include "library_scripts.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

class FingerprintsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(); }

    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void applicationTokens_areNotListed()
    {
        loadScript();
        for (const auto *key : {"refresh:7", "csrf:7", "etag:7", "state:7", "push:7", "idempotency:7"})
            token(key, "3600000");
        for (int i = 0; i < 20; ++i)
            token("draft:" + std::to_string(i), "60000"); // a name that suggests nothing
        token("sale", "60000");                           // possible
        token("seen:lock", "60000");
        watch();
        QVERIFY(m_watcher->waitLock("seen:lock"));
        QCOMPARE(m_watcher->locks().size(), std::size_t(1));
    }

    void longerLease_doesNotEndALock()
    {
        loadScript();
        watch();
        token("lock:import", "60000");
        QVERIFY(m_watcher->waitLock("lock:import"));
        m_server->command({"PEXPIRE", "lock:import", "90000000"});
        QVERIFY(m_watcher->waitLock("lock:import",
                                    [](const LockInfo &lock) { return lock.deadline > lock.heldSince + std::chrono::hours(24); }));
        QCOMPARE(m_watcher->story("lock:import"), u"acquired renewed"_s);
    }

    // The names of such tokens are not followed, as most are no locks. That they go and come is heard all the same.
    void aLeaseThatIsAlwaysLong_isListedAfterReleases()
    {
        loadScript();
        watch();
        hear("SET", "sale", "q7Rk1vUe0FJxAZpA");
        hear("SET", "refresh:7", "q7Rk1vUe0FJxAZpB");
        hear("DEL", "sale");
        hear("SET", "refresh:7", "q7Rk1vUe0FJxAZpC"); // rotated
        hear("SET", "sale", "q7Rk1vUe0FJxAZpD");
        hear("DEL", "refresh:7");
        hear("DEL", "sale");
        hear("SET", "refresh:7", "q7Rk1vUe0FJxAZpE");
        for (int i = 0; i < 100; ++i) {
            const auto name = "refresh:" + std::to_string(100 + i);
            m_server->command({"SET", name, "q7Rk1vUe0FJxAZ" + std::to_string(10 + i % 90), "PX", "3600000"});
            m_server->command({"DEL", name});
        }
        hear("SET", "sale", "q7Rk1vUe0FJxAZpF");
        QVERIFY(m_watcher->waitLock("sale"));
        const auto &lock = m_watcher->locks().at("sale");
        QCOMPARE(lock.confidence, 2);
        QVERIFY(lock.why.back().find("seen released before their deadline") != std::string::npos);
        QCOMPARE(m_watcher->story("sale"), u"acquired"_s);
        QCOMPARE(m_watcher->locks().size(), std::size_t(2)); // and the last mark
        hear("DEL", "sale");
        QVERIFY(m_watcher->waitEvents("sale", u"acquired ended"_s));
        hear("SET", "sale", "q7Rk1vUe0FJxAZpG");
        QVERIFY(m_watcher->waitEvents("sale", u"acquired ended acquired"_s));
    }

    // redis-py sets no TTL by default.
    void tokenWithoutLease_isListedAfterReleases()
    {
        m_server->command({"SCRIPT", "LOAD", redisPyRelease});
        watch();
        for (const auto *drawn : {"ea3ad536", "ea3ad537", "ea3ad538"}) {
            m_server->command({"SET", "stock:7", std::string(drawn) + "e67c11f1a40b02fc00000001"});
            m_server->command({"SET", "device:7", "ea3ad536e67c11f1a40b02fc00000001"});
            hear("SET", "seen", "1");
            if (std::string_view(drawn) == "ea3ad538")
                break;
            QVERIFY(!m_watcher->locks().contains("stock:7"));
            m_server->command({"DEL", "stock:7"});
            hear("DEL", "seen");
        }
        QVERIFY(m_watcher->waitLock("stock:7"));
        QCOMPARE(m_watcher->locks().at("stock:7").library, "redis-py");
        QCOMPARE(m_watcher->locks().at("stock:7").why.back(), std::string("other tokens under this name were seen released"));
        QVERIFY(!m_watcher->locks().contains("device:7"));
    }

    void handedOverFreeName_isListed()
    {
        m_server->command({"SCRIPT", "LOAD", redlockRelease});
        watch();
        handOver(freeLockNames, "600000");
        for (const auto name : freeLockNames) {
            QVERIFY2(m_watcher->waitLock(Bytes(name)), name.data());
            QCOMPARE(m_watcher->locks().at(Bytes(name)).library, "node-redlock");
        }
    }

    void weeklyLock_isListed()
    {
        m_server->command({"SET", "lock:weekly", "1", "EX", "604800", "NX"});
        watch();
        QVERIFY(m_watcher->waitLock("lock:weekly"));
        QCOMPARE(m_watcher->locks().at("lock:weekly").confidence, 2);
    }

private:
    void watch()
    {
        m_watcher.emplace(m_server->endpoint());
        QVERIFY(m_watcher->waitLive());
    }

    // Waits until the message was processed, so that later messages are processed later or together with it.
    void hear(const std::string &verb, const std::string &key, const std::string &value = {})
    {
        if (verb == "SET")
            m_server->command({verb, key, value, "PX", "600000"});
        else
            m_server->command({verb, key});
        const auto mark = "mark:" + std::to_string(++m_marks) + ":lock";
        m_server->command({"DEL", "mark:" + std::to_string(m_marks - 1) + ":lock"});
        m_server->command({"SET", mark, "1", "PX", "600000"});
        QVERIFY(m_watcher->waitLock(mark));
    }

    void token(const std::string &key, const std::string &lease) { m_server->command({"SET", key, "q7Rk1vUe0FJxAZpY", "PX", lease}); }

    // Two tokens are released, and a third one stays.
    void handOver(std::span<const std::string_view> names, const std::string &lease)
    {
        for (int round = 0; round < 3; ++round) {
            for (const auto name : names)
                redlock(name, lease);
            hear("SET", "seen", "1");
            if (round == 2)
                return;
            for (const auto name : names)
                m_server->command({"DEL", std::string(name)});
            hear("DEL", "seen");
        }
    }

    void redlock(std::string_view key, const std::string &lease)
    {
        const auto number = std::to_string(++m_tokens);
        m_server->command(
            {"SET", std::string(key), std::string("e0d024d50d1990a6cc05cbf17ac5ddb1").replace(0, number.size(), number), "PX", lease});
    }

    // go-zero's release script, which many programs use
    void loadScript()
    {
        m_server->command(
            {"SCRIPT", "LOAD",
             "if redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n    return redis.call(\"DEL\", KEYS[1])\nelse\n    return 0\nend"});
    }

    int m_marks = 0;
    int m_tokens = 100;
    std::unique_ptr<RedisServer> m_server;
    std::optional<Watcher> m_watcher;
};

LOCKSCOPE_TEST(FingerprintsTest)
#include "tst_fingerprints.moc"

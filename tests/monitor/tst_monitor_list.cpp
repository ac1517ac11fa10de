// SPDX-License-Identifier: MIT
// One sweep, as `lockscope list` does it: what it finds is still there when it is reported.
#include "library_scripts.h"
#include "lockcore/monitor/reading/server_check.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>
#include <QTimer>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const std::string listedOwner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

MonitorOptions once()
{
    auto options = Watcher::quick();
    options.watch = false;
    return options;
}

} // namespace

class MonitorListTest : public QObject
{
    Q_OBJECT

private slots:
    // A lock without the lease that is due takes a second look, more than a second later. Meanwhile other leases end.
    void leaseEndsBeforeListIsComplete_isNotListed()
    {
        RedisServer server;
        server.command({"HSET", "lock:bare", listedOwner, "1"});
        for (int i = 0; i < 600; ++i) // more than are looked at together
            server.command({"SET", "lock:short:" + std::to_string(i), "0123456789abcdef0123456789abcdef", "PX", "900"});
        server.command({"SET", "lock:long", "0123456789abcdef0123456789abcdef", "PX", "60000"});
        server.command({"SET", "lock:renewed", "0123456789abcdef0123456789abcdef", "PX", "900"});
        QTimer watchdog;
        QObject::connect(&watchdog, &QTimer::timeout, &watchdog, [&] { server.command({"PEXPIRE", "lock:renewed", "10000"}); });
        watchdog.start(100ms);
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        std::vector<std::string> listed;
        for (const auto &[key, lock] : watcher.locks())
            listed.push_back(key);
        QCOMPARE(listed, (std::vector<std::string>{"lock:bare", "lock:long", "lock:renewed"}));
        QVERIFY(watcher.locks().at("lock:bare").state == LockState::Immortal);
    }

    // Their values depend on the key's deadline, which is not known when the value is first read.
    void timestampUnderAnyName_isListed()
    {
        const std::string token = "MEUZA8B1cyuK7NjvMIYszJUHCAhhw8taH25w8ZibnRM=";
        RedisServer server;
        constexpr auto discourse = "local ends = redis.call('time')[1] + 60 redis.call('setex', KEYS[1], 61, ends)"
                                   "redis.call('set', 'otp:7', ends, 'EXAT', ends + 1)";
        constexpr auto symfony = "local ends = redis.call('time')[1] * 1000 + 60500 redis.call('zadd', KEYS[1], ends, ARGV[1])"
                                 "redis.call('pexpireat', KEYS[1], ends) redis.call('zadd', 'sessions', ends, ARGV[1])"
                                 "redis.call('pexpireat', 'sessions', ends - 300)";
        server.command({"EVAL", discourse, "1", "default:imap_sync_topic-7"});
        server.command({"EVAL", symfony, "1", "catalogue", token});
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.locks().size(), std::size_t(2));
        QCOMPARE(watcher.locks().at("default:imap_sync_topic-7").library, std::string("discourse"));
        QCOMPARE(watcher.locks().at("catalogue").library, std::string("symfony"));
    }

    void libraryShownBySeveralLocks_isNamed()
    {
        RedisServer server;
        for (const auto *key : {"l:1", "l:2", "l:3"})
            server.command({"SET", key, "0123456789ab4def8123456789abcdef", "PX", "60000"});
        server.command({"SET", "l:4", "fedcba9876544210bedcba9876543210", "PX", "60000"});
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.locks().size(), std::size_t(4));
        for (const auto &[key, lock] : watcher.locks())
            QCOMPARE(lock.library, std::string(key == "l:4" ? "unknown" : "sentry"));
    }

    // Applications generate such tokens, too, and keep them longer than a lock.
    void redisPyTokenUnderFreeName_isNotListed()
    {
        RedisServer server;
        server.command({"SCRIPT", "LOAD", redisPyRelease});
        const auto set = [&](const std::string &key, const std::string &drawn, Command lease) {
            lease.insert(lease.begin(), {"SET", key, drawn + "e67c11f1a40b02fc00000001"});
            server.command(lease);
        };
        set("session_token:uuid1:17", "ea3ad536", {"EX", "600"});
        set("session_token:uuid1:18", "ea3ad537", {"EX", "60"});
        set("report:weekly", "ea3ad538", {"EX", "600"});
        set("device:17", "ea3ad539", {});
        set("report:nightly", "ea3ad53a", {"EX", "60"});
        set("report:lock", "ea3ad53b", {"EX", "600"});
        for (const auto *part :
             {"ea3ad540", "ea3ad541", "ea3ad542", "ea3ad543", "ea3ad544", "ea3ad545", "ea3ad546", "ea3ad547", "ea3ad548"})
            set(std::string("user:") + std::to_string(part[7] - '0') + ":draft", part, {"EX", "60"});
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        std::vector<std::string> listed;
        for (const auto &[key, lock] : watcher.locks()) {
            listed.push_back(key);
            QCOMPARE(lock.library, std::string("redis-py"));
        }
        QCOMPARE(listed, std::vector<std::string>{"report:lock"});
    }

    // What a list costs the server: type, size, encoding, value, and one look that shares its transaction.
    void lock_costsEightCommandsAtMost()
    {
        constexpr int each = 100;
        RedisServer server;
        std::vector<Command> writes;
        for (int i = 0; i < each; ++i) {
            const auto n = std::to_string(i);
            writes.push_back({"SET", "lock:" + n, "0123456789abcdef0123456789abcdef", "PX", "600000"});
            writes.push_back({"SET", "free" + n, "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f", "PX", "600000"});
            writes.push_back({"EVAL", "redis.call('hset', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], 600000) return 1", "1",
                              "order" + n, listedOwner});
        }
        server.pipeline(writes);
        const auto before = commandsOf(server);
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.locks().size() >= 2 * each);
        const auto commands = static_cast<double>(commandsOf(server) - before - 60) / (3 * each); // 60: the connection, INFO, SCAN
        QVERIFY2(commands <= 6, std::to_string(commands).c_str());
    }

    // Its queue and the deadlines of its waiters lead to the lock, too.
    void lockWithCompanions_isReadOnce()
    {
        double commands = 0;
        listWithCompanions("RFairLock", commands, [](const std::string &lock) {
            return std::vector<Command>{{"RPUSH", "redisson_lock_queue:{" + lock + '}', listedOwner},
                                        {"ZADD", "redisson_lock_timeout:{" + lock + '}', "99999999999999", listedOwner}};
        });
        // Type, size, encoding, fields; whether companions exist; their sizes; all together. Most companions cost no command of their own.
        QVERIFY2(commands <= 4 + 3 + 2 + 5 + 2, std::to_string(commands).c_str());
    }

    // One command asks which of them exist; then all are read.
    void companions_areReadWithoutAskingForTheirTypes()
    {
        double commands = 0;
        listWithCompanions("RFencedLock", commands, [](const std::string &lock) {
            return std::vector<Command>{{"SET", "redisson_lock_token:{" + lock + '}', "7"}};
        });
        // As above; some locks are looked at twice, because two batches of names lead to them.
        QVERIFY2(commands <= 4 + 3 + 5 + 4, std::to_string(commands).c_str());
    }

    void knownLocksCompanion_isNotProbed()
    {
        RedisServer server;
        server.pipeline({{"HSET", "order", listedOwner, "1"},
                         {"PEXPIRE", "order", "600000"},
                         {"RPUSH", "redisson_lock_queue:{order}", listedOwner},
                         {"ZADD", "redisson_lock_timeout:{order}", "99999999999999", listedOwner}});
        Watcher watcher(server.endpoint());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitLock("order"));
        const auto sweeps = callsOf(server, "scan");
        QTRY_VERIFY_WITH_TIMEOUT(callsOf(server, "scan") >= sweeps + 1, 30'000); // what began before the lock was known has ended
        const auto asked = callsOf(server, "type");
        QTRY_VERIFY_WITH_TIMEOUT(callsOf(server, "scan") >= sweeps + 4, 30'000);
        QCOMPARE(callsOf(server, "type"), asked);
    }

    void lockReleasedBeforeItsSecondLook_isNotListed()
    {
        RedisServer server;
        server.command({"HSET", "lock:bare", listedOwner, "1"});
        Watcher watcher(server.endpoint(), once());
        QTRY_VERIFY_WITH_TIMEOUT(callsOf(server, "exec") >= 1, 20'000); // the first look
        server.command({"DEL", "lock:bare"});
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.locks().empty());
    }

    void list_isReportedOnceWithoutEvents()
    {
        RedisServer server;
        server.command({"HSET", "lock:bare", listedOwner, "1"}); // needs a second look
        Watcher watcher(server.endpoint(), once());
        int told = 0;
        QObject::connect(&watcher.monitor(), &Monitor::changed, &watcher.monitor(), [&] { ++told; });
        QVERIFY(watcher.waitLive());
        QCOMPARE(told, 1);
        QCOMPARE(watcher.locks().size(), std::size_t(1));
        QVERIFY(watcher.events().empty());
    }

private:
    // Many locks of Redisson's of this variant, each with `companions` of its own: how many commands each one takes.
    template <class Companions>
    static void listWithCompanions(const std::string &variant, double &commands, Companions companions)
    {
        constexpr int each = 100;
        commands = std::numeric_limits<double>::infinity();
        RedisServer server;
        std::vector<Command> writes;
        for (int i = 0; i < each; ++i) {
            const auto lock = "order" + std::to_string(i);
            writes.push_back({"HSET", lock, listedOwner, "1"});
            writes.push_back({"PEXPIRE", lock, "600000"});
            for (auto &write : companions(lock))
                writes.push_back(std::move(write));
        }
        server.pipeline(writes);
        const auto before = commandsOf(server);
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.locks().size(), std::size_t(each));
        QCOMPARE(watcher.locks().begin()->second.variant, variant);
        commands = static_cast<double>(commandsOf(server) - before - 60) / each; // 60: the connection, INFO, SCAN
    }

    static std::int64_t callsOf(RedisServer &server, const std::string &command)
    {
        const auto stats = server.command({"INFO", "commandstats"}).text;
        const auto head = "cmdstat_" + command + ":calls=";
        const auto at = stats.find(head);
        return at == stats.npos ? 0 : std::stoll(stats.substr(at + head.size()));
    }

    static std::int64_t commandsOf(RedisServer &server)
    {
        return infoNumber(parseInfo(server.command({"INFO", "stats"}).text), "total_commands_processed");
    }
};

LOCKSCOPE_TEST(MonitorListTest)
#include "tst_monitor_list.moc"

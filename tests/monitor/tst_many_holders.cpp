// SPDX-License-Identifier: MIT
// Locks with many holders on a real server: up to a thousand are listed, more are counted; what is large is never read.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

constexpr auto mostListedHolders = Value::mostHolders;

std::string holderId(std::int64_t number)
{
    const auto digits = std::to_string(1'000'000 + number);
    return "9f3ac21e-4b7d-4c1a-8f00-12345" + digits;
}

std::string stampAhead(int ahead)
{
    const auto now = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    return std::to_string(now + ahead);
}

} // namespace

class ManyHoldersTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(); }

    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void upToAThousand_areListed()
    {
        semaphore("semaphore:printers", 65);
        semaphore("semaphore:most", mostListedHolders);
        readers("book", 200);
        readers("full", mostListedHolders);
        list();
        QCOMPARE(lock("semaphore:printers").holders.size(), std::size_t(65));
        QCOMPARE(lock("semaphore:most").holders.size(), std::size_t(mostListedHolders));
        QCOMPARE(lock("book").holders.size(), std::size_t(200));
        QCOMPARE(lock("semaphore:most").moreHolders, 0);
        QCOMPARE(lock("full").holders.size(), std::size_t(mostListedHolders));
        QCOMPARE(lock("full").moreHolders, 0);
    }

    void moreHolders_areCounted()
    {
        semaphore("semaphore:printers", mostListedHolders + 1);
        readers("lock:book", 1500);
        readers("book", 1500);
        readers("full", mostListedHolders + 1);
        list();
        QCOMPARE(lock("full").moreHolders, mostListedHolders + 1);
        QVERIFY(lock("semaphore:printers").holders.empty());
        QCOMPARE(lock("semaphore:printers").moreHolders, mostListedHolders + 1);
        QCOMPARE(lock("semaphore:printers").why.back(), "it has more than 1000 holders: they are counted, not listed");
        QCOMPARE(lock("lock:book").moreHolders, 1500);
        QCOMPARE(lock("book").moreHolders, 1500);
        QVERIFY(lock("book").kind == LockKind::RwLock);
    }

    void tensOfThousands_areCounted()
    {
        semaphore("semaphore:gpu", 12'000);
        semaphore("semaphore:everybody", 60'000);
        readers("lock:book", 12'000);
        readers("book", 12'000);
        list();
        QVERIFY(lock("semaphore:gpu").holders.empty());
        QCOMPARE(lock("semaphore:gpu").moreHolders, 12'000);
        QCOMPARE(lock("semaphore:everybody").moreHolders, 60'000);
        QCOMPARE(lock("lock:book").moreHolders, 12'000);
        QCOMPARE(lock("book").moreHolders, 12'000);
    }

    void groupOfManyValues_isFoundByItsFields()
    {
        group("warehouse", 100);
        group("harbour", 1000);
        list();
        QCOMPARE(lock("warehouse").holders.size(), std::size_t(100));
        QCOMPARE(lock("harbour").moreHolders, 1000);
    }

    void oneHolderTooMany_reportsNoComingOrGoing()
    {
        semaphore("semaphore:n", mostListedHolders);
        readers("book", mostListedHolders);
        m_watcher.emplace(m_server->endpoint(), Watcher::quick());
        QVERIFY(m_watcher->waitLive());
        m_server->command({"ZADD", "semaphore:n", stampAhead(0), holderId(2000)});
        m_server->command({"HSET", "book", holderId(2000) + ":1", "1"});
        for (const auto *key : {"semaphore:n", "book"})
            QVERIFY(m_watcher->waitLock(key, [](const LockInfo &lock) { return lock.moreHolders == mostListedHolders + 1; }));
        m_server->command({"ZREM", "semaphore:n", holderId(7)});
        m_server->command({"HDEL", "book", holderId(7) + ":1"});
        for (const auto *key : {"semaphore:n", "book"}) {
            QVERIFY(m_watcher->waitLock(key, [](const LockInfo &lock) { return std::ssize(lock.holders) == mostListedHolders; }));
            QVERIFY(!lock(key).heldSinceObserved); // it has been held all the time
        }
        QVERIFY2(m_watcher->events().size() == 2 * mostListedHolders, qPrintable(m_watcher->told())); // all were seen
        m_server->command({"ZREM", "semaphore:n", holderId(8)});
        m_server->command({"HDEL", "book", holderId(8) + ":1"});
        for (const auto *key : {"semaphore:n", "book"})
            QVERIFY(m_watcher->waitFor([&] { return !endWord(m_watcher->last(key)->type).empty(); }));
    }

    // For each list and sorted set that a library keeps next to its locks.
    void largeCompanions_areNeverRead()
    {
        const std::string owner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
        const std::string digest = "uniquejobs:0123456789abcdef0123456789abcdef";
        m_server->command({"SET", "lock:x", "+JUFWcwQMdrjCX32Ln4aBCWk", "PX", "600000"});
        m_server->command({"HSET", "orders", owner, "1"});
        m_server->command({"PEXPIRE", "orders", "600000"});
        m_server->command({"HSET", digest + ":LOCKED", "0123456789abcdef01234567", "1700000000"});
        fill({"RPUSH", "redisson_lock_queue:{orders}"}, 64, 270'000);
        fill({"RPUSH", digest + ":QUEUED"}, 17, 1'000'000);
        fill({"RPUSH", "lock-signal:x"}, 17, 1'000'000);
        std::vector<Command> deadlines;
        for (int i = 0; i < 1'000; ++i)
            deadlines.push_back({"ZADD", "redisson_lock_timeout:{orders}", "1", std::to_string(i) + std::string(20'000, 'x')});
        m_server->pipeline(deadlines);
        m_server->command({"CONFIG", "RESETSTAT"});
        list();
        QVERIFY2(m_watcher->locks().size() == 3, qPrintable(m_watcher->told()));
        QCOMPARE(lock("orders").variant, std::string("RFairLock"));
        QVERIFY(!lock("orders").waiters.known()); // an entry may be of a waiter that has given up
        QCOMPARE(lock("orders").companions.front().summary, std::string("64 entries"));
        QVERIFY(!lock(digest + ":LOCKED").waiters.known());
        const auto stats = m_server->command({"INFO", "stats"}).text;
        const auto sent = stats.substr(stats.find("total_net_output_bytes:") + 23);
        QVERIFY2(std::stoll(sent) < 100'000, sent.substr(0, 12).c_str());
    }

    // The watch continues when one appears, and reports later changes.
    void companionThatBecomesLarge_endsNoWatch()
    {
        m_server->command({"SET", "lock:x", "+JUFWcwQMdrjCX32Ln4aBCWk", "PX", "600000"});
        m_watcher.emplace(m_server->endpoint(), Watcher::quick());
        QVERIFY(m_watcher->waitLive());
        QVERIFY(m_watcher->waitLock("lock:x"));
        fill({"RPUSH", "lock-signal:x"}, 17, 1'000'000);
        m_server->command({"SET", "lock:new", "BchV8i3ut618qlAtAUt+IXFV", "PX", "600000"});
        QVERIFY(m_watcher->waitLock("lock:new"));
        const auto isCounted = [](const LockInfo &lock) {
            return std::ranges::any_of(lock.companions, [](const auto &companion) { return companion.summary == "17 signals"; });
        };
        QVERIFY(m_watcher->waitLock("lock:x", isCounted));
        QVERIFY(m_watcher->state().phase == MonitorState::Phase::Live);
        QVERIFY2(m_watcher->events().size() == 2, qPrintable(m_watcher->told())); // both were seen; nothing else is reported
    }

    void largeValues_areNeverRead()
    {
        m_server->command({"ZADD", "semaphore:huge", stampAhead(0), holderId(0) + std::string(20'000'000, 'x')});
        semaphore("semaphore:many", 12'000);
        m_server->command({"ZADD", "semaphore:many", "1", holderId(0) + std::string(20'000'000, 'x')});
        readers("lock:many", 40'000);
        m_server->command({"HSET", "lock:many", "a", std::string(15'000'000, 'x')});
        m_server->command({"HSET", "lock:huge", "a", std::string(20'000'000, 'x'), "b", "1"});
        std::vector<Command> scores;
        for (int i = 0; i < 700; ++i)
            scores.push_back({"ZADD", "ranking", std::to_string(i), "somebody-" + std::to_string(i)});
        m_server->pipeline(scores);
        m_server->command({"HSET", "bull:mail:7", "data", std::string(15'000'000, 'x')}); // the data that the lock next to it guards
        m_server->command({"HSET", "bull:mail:meta", "version", "bullmq:5.0.0"});
        m_server->command({"SET", "bull:mail:7:lock", "cff0496f-5b03-48fd-ac0c-98a89613da14:0", "PX", "600000"});
        m_server->command({"SET", "shop:lock:id", "3"});
        m_server->command({"HSET", "shop:lock:jobs", "3", std::string(15'000'000, 'x')});
        m_server->command({"CONFIG", "RESETSTAT"});
        list();
        QVERIFY2(m_watcher->locks().size() == 1 && m_watcher->locks().contains("bull:mail:7:lock"), qPrintable(m_watcher->told()));
        QCOMPARE(m_watcher->locks().at("bull:mail:7:lock").confidence, 5);
        const auto stats = m_server->command({"INFO", "stats"}).text;
        const auto sent = stats.substr(stats.find("total_net_output_bytes:") + 23);
        QVERIFY2(std::stoll(sent) < 100'000, sent.substr(0, 12).c_str());
    }

private:
    void fill(Command command, int elements, std::size_t bytes)
    {
        for (int i = 0; i < elements; ++i)
            command.push_back(std::string(bytes, 'x'));
        m_server->command(command);
    }

    void list()
    {
        auto options = Watcher::quick();
        options.watch = false;
        m_watcher.emplace(m_server->endpoint(), options);
        QVERIFY(m_watcher->waitLive());
    }

    LockInfo lock(const Bytes &key) const
    {
        const auto found = m_watcher->locks().find(key);
        return found == m_watcher->locks().end() ? LockInfo() : found->second;
    }

    void semaphore(const std::string &key, std::int64_t permits)
    {
        Command command = {"ZADD", key};
        for (std::int64_t i = 0; i < permits; ++i) {
            command.push_back(stampAhead(0));
            command.push_back(holderId(i));
        }
        fill(key, std::move(command));
    }

    void readers(const std::string &key, std::int64_t count)
    {
        Command command = {"HSET", key, "mode", "read"};
        for (std::int64_t i = 0; i < count; ++i) {
            command.push_back(holderId(i) + ":1");
            command.emplace_back("1");
        }
        fill(key, std::move(command));
    }

    void group(const std::string &key, std::int64_t values)
    {
        Command command = {"HSET", key};
        for (std::int64_t i = 0; i < values; ++i) {
            const auto hash = "qL8tK5XyGZ3m0aP" + std::to_string(1'000'000 + i);
            const auto owner = holderId(7) + ":1";
            command.insert(command.end(),
                           {hash, owner, hash + ':' + owner + ":expire_time", stampAhead(60'000), hash + ':' + owner + ":lock_count", "1"});
        }
        fill(key, std::move(command));
    }

    void fill(const std::string &key, Command command)
    {
        m_server->command(command);
        m_server->command({"PEXPIRE", key, "60000"});
    }

    std::unique_ptr<RedisServer> m_server;
    std::optional<Watcher> m_watcher;
};

LOCKSCOPE_TEST(ManyHoldersTest)
#include "tst_many_holders.moc"

// SPDX-License-Identifier: MIT
// Possible locks on a real server: counted by kind of name, not followed, and told as seen when they turn out to be locks.
#include "library_scripts.h"
#include "support/redis_server.h"
#include "support/sanitized.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const std::string possibleToken = "ea3ad539e67c11f1a40b02fc00000001";
const std::string nextPossibleToken = "ea3ad53ae67c11f1a40b02fc00000001";

// Nothing here is a lock. The tokens look as if redis-py had drawn them, whose scripts the server knows.
constexpr auto keepsData = R"(
for i = 1, tonumber(ARGV[1]) do
    local token = string.format('ea3a%04xe67c11f1a40b02fc00000001', i)
    redis.call('set', 'session:' .. token, token, 'EX', 3600)
    redis.call('set', 'user:' .. i .. ':badge', token, 'EX', 86400)
    redis.call('set', 'visitor:' .. i, string.format('ea3a%04x-6f0a-4a3e-8f6b-0a1b2c3d4e5f', i))
    redis.call('set', 'shop:stock:blue' .. i, token, 'EX', 100)
    redis.call('hset', 'cache:' .. i, token, '1')
end)";

MonitorOptions possibleOnce()
{
    auto options = Watcher::quick();
    options.watch = false;
    return options;
}

// Only what is heard is found after the first sweep.
MonitorOptions possibleHeard()
{
    auto options = Watcher::quick();
    options.refreshCycle = 10h;
    options.sweepShare = 0.0001;
    options.ownServer = true;
    return options;
}

std::vector<Bytes> keysOf(const PossibleLocks &possible)
{
    std::vector<Bytes> keys;
    for (const auto &lock : possible.locks)
        keys.push_back(lock.id.key);
    return keys;
}

std::string kindsOf(const PossibleLocks &possible)
{
    std::string text;
    for (const auto &[kind, count] : possible.many)
        text += kind + ' ' + std::to_string(count) + '\n';
    return text;
}

std::int64_t possibleCallsOf(RedisServer &server, const std::string &command)
{
    const auto stats = server.command({"INFO", "commandstats"}).text;
    const auto at = stats.find("cmdstat_" + command + ":calls=");
    return at == stats.npos ? 0 : std::stoll(stats.substr(stats.find('=', at) + 1));
}

} // namespace

class PossibleLocksTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_server->command({"SCRIPT", "LOAD", redisPyRelease});
    }

    void cleanup() { m_server.reset(); }

    void aDrawnTokenUnderAFreeName_isAPossibleLock()
    {
        m_server->command({"SET", "month-end", possibleToken, "EX", "6000"});
        m_server->command({"SET", "lock:report", possibleToken, "EX", "60"});
        Watcher watcher(m_server->endpoint(), possibleOnce());
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.locks().size(), std::size_t(1));
        QCOMPARE(watcher.state().locks, 1);
        const auto &possible = watcher.state().possible;
        QCOMPARE(keysOf(possible), std::vector<Bytes>{"month-end"});
        QVERIFY(possible.many.empty() && possible.notShown == 0 && !possible.freeNamesUnread);
        const auto &lock = possible.locks.front();
        QCOMPARE(lock.confidence, 1);
        QCOMPARE(lock.library, std::string("redis-py"));
        QCOMPARE(lock.holders.front().owner, possibleToken);
        QCOMPARE(lock.structure, std::string("string, 32 bytes"));
        QVERIFY(lock.deadline && !lock.why.empty());
    }

    void aServerFullOfTokens_hasNoLocks_data()
    {
        QTest::addColumn<int>("each");
        QTest::addColumn<bool>("deep");
        constexpr int share = isSanitized ? 20 : 1; // with all of them, minutes
        QTest::newRow("90,000 keys") << 18'000 / share << false;
        QTest::newRow("200,000 keys, deep") << 40'000 / share << true;
    }

    void aServerFullOfTokens_hasNoLocks()
    {
        QFETCH(const int, each);
        QFETCH(const bool, deep);
        m_server->command({"EVAL", keepsData, "0", std::to_string(each)});
        const auto before =
            possibleCallsOf(*m_server, "exec") + possibleCallsOf(*m_server, "pttl") + possibleCallsOf(*m_server, "pexpiretime");
        auto options = possibleOnce();
        options.deep = deep;
        Watcher watcher(m_server->endpoint(), options);
        QVERIFY(watcher.waitLive());
        QVERIFY2(watcher.locks().empty(), qPrintable(QString::number(watcher.locks().size())));
        const auto &possible = watcher.state().possible;
        QVERIFY(possible.locks.size() <= 32);
        QCOMPARE(possible.notShown, 0);
        const auto isMany = [&](std::string_view kind) {
            return std::ranges::any_of(possible.many, [&](const ManyAlike &many) { return many.kind == kind && many.count >= each; });
        };
        QVERIFY2(isMany("user:#:badge") && isMany("shop:stock:*"), kindsOf(possible).c_str());
        const auto looks =
            possibleCallsOf(*m_server, "exec") + possibleCallsOf(*m_server, "pttl") + possibleCallsOf(*m_server, "pexpiretime");
        QVERIFY2(looks - before < 400, qPrintable(QString::number(looks - before)));
    }

    void freeNamesOfALargeServer_areLookedForByADeepSweepOnly()
    {
        m_server->command({"EVAL", "for i = 1, 100001 do redis.call('set', 'data' .. i, i) end", "0"});
        m_server->command({"SET", "month-end", possibleToken, "EX", "6000"});
        for (const bool deep : {false, true}) {
            auto options = possibleOnce();
            options.deep = deep;
            Watcher watcher(m_server->endpoint(), options);
            QVERIFY(watcher.waitLive());
            QCOMPARE(watcher.state().possible.freeNamesUnread, !deep);
            QCOMPARE(watcher.state().possible.locks.size(), std::size_t(deep));
        }
    }

    // It was held when it was only possible, so it is not new.
    void aPossibleLockThatBecomesALock_isSeen()
    {
        m_server->command({"SET", "month-end", possibleToken, "EX", "6000"});
        m_server->command({"SET", "year-end", possibleToken, "EX", "6000"});
        Watcher watcher(m_server->endpoint(), possibleHeard());
        QVERIFY(watcher.waitLive());
        QCOMPARE(keysOf(watcher.state().possible), (std::vector<Bytes>{"month-end", "year-end"}));
        watcher.monitor().setPatterns({parseUserPattern("month-*").value()});
        QVERIFY2(watcher.waitEvents("month-end", u"seen"_s), qPrintable(watcher.told()));
        QVERIFY(watcher.last("month-end")->why.starts_with("it may have been there before"));
        QVERIFY(watcher.waitFor([&] { return keysOf(watcher.state().possible) == std::vector<Bytes>{"year-end"}; }));
        QVERIFY(watcher.story("year-end").isEmpty()); // possible locks have no events
    }

    void aPossibleLockThatIsGone_isDroppedByTheNextSweep()
    {
        m_server->command({"SET", "month-end", possibleToken, "EX", "6000"});
        Watcher watcher(m_server->endpoint());
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.state().possible.locks.size(), std::size_t(1));
        m_server->command({"DEL", "month-end"});
        QVERIFY(watcher.waitFor([&] { return watcher.state().possible.locks.empty(); }));
        QVERIFY2(watcher.events().empty(), qPrintable(watcher.told()));
    }

private:
    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(PossibleLocksTest)
#include "tst_possible_locks.moc"

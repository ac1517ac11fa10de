// SPDX-License-Identifier: MIT
// Locks under new names, on a real server: how they are found, and what is reported about the time before.
#include "library_scripts.h"
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include "lockcore/monitor/watch/watch_list.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const std::string birthsTokens[] = {"0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"};

Command birthOf(const std::string &key, const std::string &token = birthsTokens[0], const std::string &lease = "600000")
{
    return {"SET", key, token, "NX", "PX", lease};
}

} // namespace

// The commands of a test block the Monitor's thread: it receives all messages at once, as after a standstill of the machine.
class BirthsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        auto options = Watcher::quick();
        options.refreshCycle = 10h;
        options.sweepShare = 0.0001; // only what is heard is found, or what a sweep out of turn finds
        options.ownServer = true;    // every name is heard, whatever the load
        m_watcher = std::make_unique<Watcher>(m_server->endpoint(), options);
        QVERIFY(m_watcher->waitLive());
    }

    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void newName_isAcquiredByItsOwner_data()
    {
        QTest::addColumn<bool>("afterOthers");
        QTest::newRow("one change") << false;
        QTest::newRow("another one had it before") << true;
    }

    void newName_isAcquiredByItsOwner()
    {
        QFETCH(const bool, afterOthers);
        if (afterOthers) {
            m_server->command(birthOf("lock:new", birthsTokens[1]));
            m_server->command({"DEL", "lock:new"});
        }
        m_server->command(birthOf("lock:new"));
        QVERIFY2(m_watcher->waitEvents("lock:new", u"acquired"_s), qPrintable(m_watcher->told()));
        QCOMPARE(m_watcher->last("lock:new")->coalesced, afterOthers);
    }

    void aBulkOfOtherNames_hidesNoLock()
    {
        std::vector<Command> bulk;
        for (int i = 0; i < 45'000; ++i)
            bulk.push_back({"SET", "data:" + std::to_string(i), "x"});
        m_server->pipeline(bulk);
        m_server->command(birthOf("lock:new"));
        QVERIFY2(m_watcher->waitEvents("lock:new", u"acquired"_s), qPrintable(m_watcher->told()));
    }

    void moreNamesThanKept_areFoundByEarlySweep()
    {
        constexpr int many = 21'000;
        std::vector<Command> bulk;
        for (int i = 0; i < many; ++i)
            bulk.push_back(birthOf("lock:" + std::to_string(i)));
        m_server->pipeline(bulk);
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().size() == std::size_t(many); }));
        const auto isUnprompted = [](const LockEvent &event) { return event.type == EventType::Acquired && event.coalesced; };
        QVERIFY(std::ranges::any_of(m_watcher->events(), isUnprompted)); // for some of them, earlier holders cannot be excluded
    }

    void nameHeardDuringScript_isReadAfterwards()
    {
        m_server->command({"CONFIG", "SET", "busy-reply-threshold", "10"});
        m_server->command(birthOf("lock:new"));
        RedisClient other(m_server->endpoint());
        other.ask({"EVAL", "local s = redis.call('time') repeat local t = redis.call('time') until t[1] - s[1] > 1", "0"});
        QVERIFY(eventually([&] { return m_server->command({"PING"}).isError(); })); // BUSY
        QVERIFY2(m_watcher->waitEvents("lock:new", u"acquired"_s), qPrintable(m_watcher->told()));
    }

    // The end is reported only when the script has ended.
    void deletedByLongScriptPastDeadline_mayNotHaveExpired()
    {
        m_server->command({"CONFIG", "SET", "busy-reply-threshold", "10"});
        m_server->command({"SET", "lock:short", birthsTokens[0], "PX", "700"});
        QVERIFY2(m_watcher->waitEvents("lock:short", u"acquired"_s), qPrintable(m_watcher->told()));
        RedisClient other(m_server->endpoint());
        other.ask({"EVAL",
                   "redis.call('del', KEYS[1]) local s = redis.call('time') repeat local t = redis.call('time') until t[1] - s[1] > 1", "1",
                   "lock:short"});
        QVERIFY2(m_watcher->waitFor([&] { return m_watcher->last("lock:short")->type != EventType::Acquired; }),
                 qPrintable(m_watcher->told()));
        const auto &end = *m_watcher->last("lock:short");
        QVERIFY2(end.type != EventType::Expired || end.coalesced, qPrintable(m_watcher->told()));
    }

private:
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Watcher> m_watcher;
};

LOCKSCOPE_TEST(BirthsTest)
#include "tst_births.moc"

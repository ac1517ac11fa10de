// SPDX-License-Identifier: MIT
// Formats of the user's own on a real server: tried before they are saved, and used by a Monitor that already watches.
#include "lockcore/monitor/format_search.h"
#include "lockcore/monitor/reading/user_format.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

UserFormat ours()
{
    UserFormat format;
    format.name = "ledger";
    format.keys = {"ledger:*"};
    format.value = "{host}:{pid}";
    return format;
}

} // namespace

class FormatTrialTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<RedisServer>(); }

    void trial_findsWhatTheFormatReads()
    {
        for (int i = 0; i < 3000; ++i)
            m_server->command({"SET", "other:" + std::to_string(i), "x"});
        m_server->command({"SET", "ledger:1", "web-3:17", "PX", "60000"});
        m_server->command({"SET", "ledger:2", "free text"});
        m_server->command({"RPUSH", "ledger:3", "a"});
        m_server->command({"HSET", "ledger:4", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"});
        m_server->command({"PEXPIRE", "ledger:4", "30000"});
        const auto trial = tried(ours());
        QVERIFY2(!trial.error, trial.error ? trial.error->text.c_str() : "");
        QVERIFY(trial.wholeDatabase);
        QVERIFY(trial.keysSeen >= 3004);
        QCOMPARE(trial.named, 4);
        std::map<Bytes, std::string> libraries;
        for (const auto &[info, at] : trial.locks)
            libraries[info.id.key] = info.library;
        QVERIFY((libraries == std::map<Bytes, std::string>{{"ledger:1", "ledger"}, {"ledger:4", "redisson"}}));
        const auto &lock = std::ranges::find(trial.locks, "ledger:1", [](const auto &one) { return one.info.id.key; })->info;
        QVERIFY((lock.holders.at(0).facts == std::vector<OwnerFact>{{"host", "web-3"}, {"pid", "17"}}));
        QVERIFY(lock.deadline.has_value());
        QVERIFY(m_server->command({"INFO", "commandstats"}).text.find("cmdstat_keys") == std::string::npos);
    }

    void trial_looksAtTheGivenKeyFirst_andAtNoMoreThanItMay()
    {
        for (int i = 0; i < 700; ++i)
            m_server->command({"SET", "ledger:" + std::to_string(i), i % 10 == 0 ? "web-3:17" : "free text"});
        const auto trial = tried(ours(), "ledger:500");
        QCOMPARE(trial.locks.at(0).info.id.key, Bytes("ledger:500"));
        QVERIFY(trial.locks.size() <= FormatTrial::mostLocks && trial.named <= FormatSearch::mostNamed);
        QVERIFY(!trial.wholeDatabase);
    }

    void trial_saysWhyItCannot()
    {
        const auto trial = tried(ours(), {}, [this] { m_server->command({"ACL", "SETUSER", "default", "-scan"}); });
        QVERIFY(trial.error && trial.error->text.find("scan") != std::string::npos && !trial.wholeDatabase);
    }

    void formats_areUsedAtOnce_andEventsStay()
    {
        m_server->command({"SET", "ledger:1", "web-3:17", "PX", "60000"});
        m_server->command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "60000"});
        Watcher watcher(m_server->endpoint());
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.waitLock("lock:a"));
        QVERIFY(!watcher.locks().contains("ledger:1"));

        watcher.monitor().setPatterns({rowOf(ours()).value()});
        QVERIFY(watcher.waitLock("ledger:1", [](const LockInfo &lock) { return lock.library == "ledger" && isDeclared(lock); }));
        QCOMPARE(watcher.story("ledger:1"), QStringLiteral("seen")); // it was there before
        QCOMPARE(watcher.story("lock:a"), QStringLiteral("seen"));
        m_server->command({"DEL", "ledger:1"});
        QVERIFY(watcher.waitFor([&] { return !watcher.locks().contains("ledger:1"); }));
        m_server->command({"SET", "ledger:1", "web-4:17", "PX", "60000"});
        QVERIFY(watcher.waitLock("ledger:1"));
        QCOMPARE(watcher.story("ledger:1"), QStringLiteral("seen ended acquired"));

        watcher.monitor().setPatterns({});
        QVERIFY(watcher.waitFor([&] { return !watcher.locks().contains("ledger:1"); }));
        QVERIFY(watcher.last("ledger:1")->type == EventType::OutOfSight);
        QVERIFY(watcher.waitFor([&] { return watcher.state().phase == MonitorState::Phase::Live; }));
        QVERIFY(watcher.locks().contains("lock:a"));
    }

private:
    FormatTrial tried(const UserFormat &format, const Bytes &first = {}, const std::function<void()> &before = {})
    {
        Watcher watcher(m_server->endpoint());
        if (!watcher.waitLive())
            qFatal("the Monitor does not become live");
        if (before)
            before();
        FormatTrial last;
        QObject::connect(&watcher.monitor(), &Monitor::tried, &watcher.monitor(), [&](RequestId id, const FormatTrial &trial) {
            if (id == 7)
                last = trial;
        });
        watcher.monitor().tryFormat(7, rowOf(format).value(), first);
        if (!watcher.waitFor([&] { return last.ended; }))
            qFatal("the trial does not end");
        return last;
    }

    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(FormatTrialTest)
#include "tst_format_trial.moc"

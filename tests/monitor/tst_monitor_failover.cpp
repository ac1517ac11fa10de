// SPDX-License-Identifier: MIT
// A Monitor that follows the primary which real sentinels name: locks go on, are missing, or are new; none ends by the failover.
#include "support/redis_sentinels.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

using Phase = MonitorState::Phase;

constexpr auto holder = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

bool saysFailedOver(const MonitorState &state)
{
    return std::ranges::any_of(state.notices, [](const Notice &notice) { return notice.kind == Notice::Kind::FailedOver; });
}

} // namespace

class MonitorFailoverTest : public QObject
{
    Q_OBJECT

private slots:
    void replicatedLocks_goOnWithoutAnEvent()
    {
        RedisSentinels group;
        constexpr int locks = 200;
        for (int i = 0; i < locks; ++i)
            group.primary().command({"SET", "lock:" + std::to_string(i), holder, "PX", "600000"});
        group.primary().command({"WAIT", "1", "0"});
        Watcher watcher(group.endpoint());
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.locks().size(), std::size_t(locks));
        const auto before = watcher.state().primary;
        watcher.clear();
        group.failOver();
        QVERIFY(watcher.waitFor([&] { return saysFailedOver(watcher.state()) && watcher.state().phase == Phase::Live; }, 60s));
        QVERIFY(watcher.state().primary != before);
        QCOMPARE(watcher.locks().size(), std::size_t(locks));
        QVERIFY2(watcher.events().empty(), qPrintable(watcher.told()));
        group.primary().command({"SET", "lock:new", holder, "PX", "600000"}); // and the new primary is heard
        QVERIFY(watcher.waitLock("lock:new"));
    }

    void lockThatTheNewPrimaryDoesNotHave_isMissingAndNotReleased()
    {
        RedisSentinels group;
        group.primary().command({"SET", "lock:kept", holder, "PX", "600000"});
        group.primary().command({"SET", "lock:lost", holder, "PX", "600000"});
        group.primary().command({"WAIT", "1", "0"});
        Watcher watcher(group.endpoint());
        QVERIFY(watcher.waitLive());
        watcher.clear();
        // As if the replica had not received it: a primary does not send a key again.
        group.other().command({"CONFIG", "SET", "replica-read-only", "no"});
        group.other().command({"DEL", "lock:lost"});
        group.failOver();
        QVERIFY(watcher.waitEvents("lock:lost", QStringLiteral("out-of-sight")));
        QVERIFY2(watcher.last("lock:lost")->why.find("missing after the failover") != std::string::npos, qPrintable(watcher.told()));
        QCOMPARE(watcher.story("lock:kept"), QString());
    }

    // Nobody closes the connections of a primary that hangs.
    void primaryThatHangs_isLeftWhenAnotherIsPromoted()
    {
        RedisSentinels group;
        group.primary().command({"SET", "lock:kept", holder, "PX", "600000"});
        group.primary().command({"WAIT", "1", "0"});
        auto options = Watcher::quick();
        options.timeout = 60s; // the feed's own heartbeat would notice it only then
        Watcher watcher(group.endpoint(), options);
        QVERIFY(watcher.waitLive());
        watcher.clear();
        auto &old = group.primary();
        old.pause();
        QVERIFY(watcher.waitFor([&] { return saysFailedOver(watcher.state()) && watcher.state().phase == Phase::Live; }, 60s));
        QCOMPARE(watcher.story("lock:kept"), QString());
        old.resume();
    }
};

LOCKSCOPE_TEST(MonitorFailoverTest)
#include "tst_monitor_failover.moc"

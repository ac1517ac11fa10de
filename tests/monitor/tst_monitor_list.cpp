// SPDX-License-Identifier: MIT
// One sweep, as `lockscope list` does it: what it finds is still there when it is reported.
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
    void aLeaseThatEndsBeforeTheListIsComplete_isNotListed()
    {
        RedisServer server;
        server.command({"HSET", "bare", listedOwner, "1"});
        for (int i = 0; i < 600; ++i) // more than are looked at together
            server.command({"SET", "lock:short:" + std::to_string(i), "0123456789abcdef0123456789abcdef", "PX", "900"});
        server.command({"SET", "lock:long", "0123456789abcdef0123456789abcdef", "PX", "60000"});
        server.command({"SET", "lock:renewed", "0123456789abcdef0123456789abcdef", "PX", "900"});
        QTimer watchdog;
        QObject::connect(&watchdog, &QTimer::timeout, &watchdog, [&] { server.command({"PEXPIRE", "lock:renewed", "900"}); });
        watchdog.start(100ms);
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLive());
        std::vector<std::string> listed;
        for (const auto &[key, lock] : watcher.locks())
            listed.push_back(key);
        QCOMPARE(listed, (std::vector<std::string>{"bare", "lock:long", "lock:renewed"}));
        QVERIFY(watcher.locks().at("bare").state == LockState::Immortal);
    }

    void aLockReleasedBeforeItsSecondLook_isNotListed()
    {
        RedisServer server;
        server.command({"HSET", "bare", listedOwner, "1"});
        Watcher watcher(server.endpoint(), once());
        QVERIFY(watcher.waitLock("bare"));
        server.command({"DEL", "bare"});
        QVERIFY(watcher.waitLive());
        QVERIFY(watcher.locks().empty());
    }
};

LOCKSCOPE_TEST(MonitorListTest)
#include "tst_monitor_list.moc"

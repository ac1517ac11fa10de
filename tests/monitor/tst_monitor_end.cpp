// SPDX-License-Identifier: MIT
// A Monitor may be destroyed at any moment, even by a slot of its own signals. Most useful under AddressSanitizer.
#include "lockcore/monitor/monitor.h"
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::test;

namespace {

const std::string lastOwner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

} // namespace

class MonitorEndTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_server = std::make_unique<RedisServer>();
        std::vector<Command> writes;
        for (int i = 0; i < 3000; ++i)
            writes.push_back(
                {"SET", (i % 10 == 0 ? "lock:" : "data:") + std::to_string(i), "0123456789abcdef0123456789abcdef", "PX", "600000"});
        m_server->pipeline(writes);
    }

    void cleanupTestCase() { m_server.reset(); }

    void destroyedByItsListener_afterAnyChange_data()
    {
        QTest::addColumn<bool>("watch");
        QTest::addColumn<int>("change");
        for (const int change : {1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 25, 40})
            QTest::addRow("watch, change %d", change) << true << change;
        QTest::addRow("list") << false << 1; // reported once
    }
    void destroyedByItsListener_afterAnyChange()
    {
        QFETCH(const bool, watch);
        QFETCH(const int, change);
        auto monitor = create(watch);
        int told = 0;
        bool complete = false;
        QObject::connect(monitor.get(), &Monitor::changed, this, [&](const MonitorChange &now) {
            complete = !watch && now.state.phase == MonitorState::Phase::Live;
            if (++told == change)
                monitor.reset();
        });
        monitor->start();
        QVERIFY(eventually([&] {
            if (watch && told > 2)
                disturb(told);
            return !monitor || complete;
        }));
    }

    void destroyedBetweenTwoTurnsOfTheLoop_data()
    {
        QTest::addColumn<int>("turns");
        std::mt19937 random(20261121); // always the same
        for (int i = 0; i < 40; ++i) {
            const int turns = std::uniform_int_distribution(0, i < 20 ? 40 : 400)(random);
            QTest::addRow("%d: %d turns", i, turns) << turns;
        }
    }
    void destroyedBetweenTwoTurnsOfTheLoop()
    {
        QFETCH(const int, turns);
        auto monitor = create(true);
        monitor->start();
        for (int i = 0; i < turns; ++i) {
            QCoreApplication::processEvents();
            if (i % 50 == 49)
                disturb(i);
        }
        monitor.reset();
        QCoreApplication::processEvents();
    }

    void destroyedByItsListener_whenLost()
    {
        for (const auto phase : {MonitorState::Phase::Lost, MonitorState::Phase::Failed}) {
            auto endpoint = m_server->endpoint();
            if (phase == MonitorState::Phase::Failed)
                endpoint.path += "-missing";
            auto monitor = std::make_unique<Monitor>(endpoint, options(true));
            QObject::connect(monitor.get(), &Monitor::changed, this, [&](const MonitorChange &now) {
                if (now.state.phase == MonitorState::Phase::Live)
                    m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
                if (now.state.phase == phase)
                    monitor.reset();
            });
            monitor->start();
            QVERIFY(eventually([&] { return !monitor; }));
        }
    }

    void stoppedAndStartedAgain_watchesAsBefore()
    {
        auto monitor = create(true);
        auto phase = MonitorState::Phase::Idle;
        QObject::connect(monitor.get(), &Monitor::changed, this, [&](const MonitorChange &now) { phase = now.state.phase; });
        for (int i = 0; i < 3; ++i) {
            phase = MonitorState::Phase::Idle;
            monitor->start();
            QVERIFY(eventually([&] { return phase == MonitorState::Phase::Live; }));
            monitor->stop();
        }
    }

private:
    static MonitorOptions options(bool watch)
    {
        MonitorOptions options;
        options.watch = watch;
        options.frame = Milliseconds(0);
        return options;
    }

    std::unique_ptr<Monitor> create(bool watch) const { return std::make_unique<Monitor>(m_server->endpoint(), options(watch)); }

    void disturb(int n)
    {
        m_server->command({"HSET", "order", lastOwner, std::to_string(n)});
        if (n % 7 == 0)
            m_server->command({"FLUSHDB"});
        if (n % 5 == 0)
            m_server->command({"CLIENT", "KILL", "TYPE", n % 2 == 0 ? "pubsub" : "normal", "SKIPME", "yes"});
    }

    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(MonitorEndTest)
#include "tst_monitor_end.moc"

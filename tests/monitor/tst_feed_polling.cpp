// SPDX-License-Identifier: MIT
// How often a feed without messages reads everything: with a clock that the test sets, on a real server.
#include "support/awaiting.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include "lockcore/monitor/watch/feed.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class FeedPollingTest : public QObject
{
    Q_OBJECT

private slots:
    // Otherwise the first sweep of a large server would count as the cost of the first poll, and the next poll would come minutes later.
    void sweepCost_isNotCountedAsPolling()
    {
        RedisServer server(QStringList{u"user w on >w ~* &* +@all -client|tracking"_s});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        FeedLinks links(endpoint, 1min, m_loop, m_clock);
        Feed feed(links, m_classifier, m_watchList, m_denied, m_serverClock, m_loop, m_clock);
        QVERIFY(done(links.openSweep()) && done(links.openOthers()));
        QVERIFY(done(feed.start(ServerCheck(), false, 10h)));
        QCOMPARE(feed.state().source, MonitorState::Feed::Polling);
        add(100);
        feed.wake();
        QVERIFY(until([&] { return !m_watchList.anyDirty(); }));

        QVERIFY(polls([&] { add(11); }));
        QCOMPARE(*feed.state().pollInterval, Milliseconds(1s));
        QVERIFY(polls([] {}));
        QVERIFY2(*feed.state().pollInterval >= cost * 100, std::to_string(feed.state().pollInterval->count()).c_str());
        feed.stop();
    }

private:
    static constexpr auto cost = 100ms;

    bool done(Task<Result<void>> task) { return Arriving<Result<void>>(m_loop, std::move(task)).get().ok(); }

    /// Advances the clock until the condition is true.
    bool until(const std::function<bool()> &condition)
    {
        return eventually([&] {
            m_clock.advance(10ms);
            return condition();
        });
    }

    /// Waits for the next poll, runs `meanwhile`, and lets the poll take as long as `cost`.
    bool polls(const std::function<void()> &meanwhile)
    {
        if (!until([this] { return m_watchList.anyDirty(); }))
            return false;
        meanwhile();
        m_clock.advance(cost);
        if (!until([this] { return !m_watchList.anyDirty(); }))
            return false;
        const auto noticed = m_clock.now() + 50ms; // the feed looks every ten
        return until([&] { return m_clock.now() >= noticed; });
    }

    void add(int keys)
    {
        for (const int last = m_keys + keys; m_keys < last; ++m_keys) {
            LookRequest request;
            request.id.key = "lock:" + std::to_string(m_keys);
            m_watchList.add(std::move(request));
        }
    }

    EventLoop m_loop;
    ManualClock m_clock;
    const Classifier m_classifier;
    WatchList m_watchList;
    LargeNames m_large;
    DeniedNames m_denied{m_large};
    ServerClock m_serverClock;
    int m_keys = 0;
};

LOCKSCOPE_TEST(FeedPollingTest)
#include "tst_feed_polling.moc"

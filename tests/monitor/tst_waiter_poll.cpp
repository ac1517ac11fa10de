// SPDX-License-Identifier: MIT
// How often waiters are asked for, depending on the cost for the server: with a clock that the test sets, and a simulated server.
#include "support/awaiting.h"
#include "support/fake_redis.h"
#include "support/test_program.h"

#include "lockcore/monitor/watch/waiter_poll.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

constexpr Microseconds dear = 5ms;

KeySnapshot redissonLock(const Bytes &key, ServerTime at)
{
    KeySnapshot look;
    look.id.key = key;
    look.at = at;
    look.value = {ValueType::Hash, {}, 1, {{"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"}}};
    look.deadline = at + 30s;
    return look;
}

QByteArray channelOf(const Bytes &key) { return "redisson_lock__channel:{" + QByteArray::fromStdString(key) + '}'; }

/// A WaiterPoll, what it works with, and the server.
struct PollBench
{
    PollBench()
    {
        server.stopClock();
        store.apply(redissonLock("order", server.now()), {});
    }

    bool connect() { return Arriving<Result<void>>(loop, links.openSweep()).get().ok(); }

    void start() { scope.start(run(poll)); }
    static Task<void> run(WaiterPoll &poll) { static_cast<void>(co_await poll.run()); }

    /// Advances the clock by `step` before each check of the condition.
    bool until(const std::function<bool()> &condition, Duration step = 1s)
    {
        return eventually([&] {
            clock.advance(step);
            return condition();
        });
    }

    bool passes(Duration time, Duration step = 1s)
    {
        const auto end = clock.now() + time;
        return until([&] { return clock.now() >= end; }, step);
    }

    bool saysDear()
    {
        report.post();
        return std::ranges::any_of(store.state.notices, [](const Notice &n) { return n.kind == Notice::Kind::WaitersNotPolled; });
    }

    const Waiters &waiters() const { return store.table().find({0, "order"})->waiters; }
    int questions(const Bytes &key = "order") const { return server.askedFor(channelOf(key)); }

    FakeRedis server;
    const Classifier classifier;
    MonitorStore store{std::make_unique<LockTable>(classifier), 100, [] {}};
    WatchList watchList;
    ServerClock serverClock;
    EventLoop loop;
    ManualClock clock;
    LargeNames large;
    DeniedNames denied{large};
    EarlyReleaseHistory handOvers;
    ClusterSlots clusterSlots;
    const MonitorOptions options;
    const SessionParts parts{0, options, classifier, store, watchList, serverClock, clock, denied, handOvers, clusterSlots};
    FeedLinks links{server.endpoint(), 1h, loop, clock};
    Feed feed{links, classifier, watchList, denied, serverClock, loop, clock};
    const Opened opened;
    SessionReport report{parts, feed, opened};
    WaiterPoll poll{parts, links.sweep(), report, opened};
    Scope scope{loop};
};

} // namespace

class WaiterPollTest : public QObject
{
    Q_OBJECT

private slots:
    void expensiveQuestions_becomeRare()
    {
        PollBench bench;
        bench.server.setCostOfNumsub(dear);
        QVERIFY(bench.connect());
        bench.start();
        QVERIFY(bench.until([&] { return bench.saysDear(); }));
        QVERIFY(bench.passes(2min));
        const int before = bench.questions();
        QVERIFY(bench.passes(3min));
        QVERIFY2(bench.questions() >= before + 2 && bench.questions() <= before + 4,
                 qPrintable(QString::number(bench.questions() - before)));

        bench.server.setCostOfNumsub({});
        bench.server.setSubscribers(2);
        QVERIFY(bench.until([&] { return bench.waiters().count == 2; }));
        QVERIFY(!bench.saysDear());
        const int then = bench.questions();
        QVERIFY(bench.passes(10s, 50ms));
        QVERIFY2(bench.questions() >= then + 5, qPrintable(QString::number(bench.questions() - then)));
    }

    void selectedLock_isAskedForOnEachTurn()
    {
        PollBench bench;
        bench.store.apply(redissonLock("selected", bench.server.now()), {});
        bench.server.setCostOfNumsub(dear);
        QVERIFY(bench.connect());
        bench.start();
        QVERIFY(bench.until([&] { return bench.saysDear(); }));
        QVERIFY(bench.passes(2min));
        bench.store.selected = LockId{0, "selected"};
        const int before = bench.questions("selected"), others = bench.questions();
        QVERIFY(bench.passes(20s, 50ms));
        QVERIFY2(bench.questions("selected") >= before + 8, qPrintable(QString::number(bench.questions("selected") - before)));
        QVERIFY2(bench.questions() <= others + 1, qPrintable(QString::number(bench.questions() - others)));
    }

    // The answers take as long as the test's clock runs; the server's clock shows that they cost nothing.
    void longRoundTrip_isNotExpensiveServer()
    {
        PollBench bench;
        QVERIFY(bench.connect());
        bench.start();
        QVERIFY(bench.until([&] { return bench.questions() > 20; }));
        QVERIFY(!bench.saysDear());
    }

    void forbiddenQuestion_isNotAskedAgain()
    {
        PollBench bench;
        bench.server.answerTo("PUBSUB", "-NOPERM this user has no permissions to run the 'pubsub|numsub' command\r\n");
        QVERIFY(bench.connect());
        bench.start();
        const auto isRefused = [](const Notice &notice) { return notice.kind == Notice::Kind::DeniedCommand; };
        QVERIFY(bench.until([&] {
            bench.report.post();
            return std::ranges::any_of(bench.store.state.notices, isRefused);
        }));
        QVERIFY(!bench.waiters().known());
        QVERIFY(!bench.saysDear());
    }
};

LOCKSCOPE_TEST(WaiterPollTest)
#include "tst_waiter_poll.moc"

// SPDX-License-Identifier: MIT
#include "lockcore/redis/backoff.h"
#include "lockcore/redis/event_loop.h"
#include "support/awaiting.h"
#include "support/test_program.h"

#include <QEventLoop>
#include <QRegularExpression>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestEventLoop final : public QObject
{
    Q_OBJECT

private slots:
    void sleep_isNeverShort_data();
    void sleep_isNeverShort();
    void earlierSleep_overtakesALaterOne();
    void sleepOfYears_doesNotOverflow();
    void nestedEventLoop_keepsTheOthersGoing();
    void backoff_doublesWithJitterAndIsReset();
};

void TestEventLoop::sleep_isNeverShort_data()
{
    QTest::addColumn<qint64>("nanoseconds");
    for (const auto delay : {-1'000'000, 0, 1, 999'999, 1'500'000, 7'300'001})
        QTest::addRow("%d", delay) << qint64(delay);
}

void TestEventLoop::sleep_isNeverShort()
{
    QFETCH(qint64, nanoseconds);
    EventLoop loop;
    LoopClock clock;
    const auto begin = clock.now();
    Waiting<void> waiting = clock.after(Duration(nanoseconds));
    QVERIFY(!waiting.ready());
    QVERIFY(eventually([&] { return waiting.ready(); }));
    QVERIFY(clock.now() - begin >= Duration(nanoseconds));
}

void TestEventLoop::earlierSleep_overtakesALaterOne()
{
    LoopClock clock;
    const auto late = clock.after(10min);
    const auto early = clock.after(5ms);
    QVERIFY(eventually([&] { return early.ready(); }));
    QVERIFY(!late.ready());
}

void TestEventLoop::sleepOfYears_doesNotOverflow()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    LoopClock clock;
    const auto years = clock.after(std::chrono::hours(24 * 3660));
    const auto soon = clock.after(2ms);
    QVERIFY(eventually([&] { return soon.ready(); }));
    QVERIFY(!years.ready());
}

void TestEventLoop::nestedEventLoop_keepsTheOthersGoing()
{
    EventLoop loop;
    Scope scope(loop);
    QEventLoop dialog;
    bool closed = false;
    const auto open = [](QEventLoop &own, bool &done) -> Task<void> {
        own.exec();
        done = true;
        co_return;
    };
    const auto close = [](QEventLoop &other) -> Task<void> {
        other.quit();
        co_return;
    };
    scope.start(open(dialog, closed));
    scope.start(close(dialog));
    QVERIFY(eventually([&] { return closed; }));
}

void TestEventLoop::backoff_doublesWithJitterAndIsReset()
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Backoff backoff(seed);
        double middle = 100;
        for (int i = 0; i < 40; ++i) {
            const auto pause = static_cast<double>(backoff.next().count());
            QVERIFY(pause >= middle * 0.75 - 1 && pause <= middle * 1.25);
            middle = std::min(10'000.0, middle * 2);
        }
        backoff.reset();
        QVERIFY(backoff.next() <= 125ms);
    }
    QVERIFY(Backoff(1).next() != Backoff(2).next());
}

LOCKSCOPE_TEST(TestEventLoop)
#include "tst_event_loop.moc"

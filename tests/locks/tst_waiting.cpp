// SPDX-License-Identifier: MIT
// How a worker waits for a lock that is not free.
#include "lockcore/locks/redisson.h"
#include "lockcore/locks/redisson_fair.h"
#include "lockcore/locks/redlock.h"
#include "lockcore/locks/token.h"
#include "support/fake_context.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::FakeContext;
using lockcore::test::World;
using Pauses = std::vector<Milliseconds>;

namespace {

const auto ok = Reply::status("OK");
const Bytes channel = "redisson_lock__channel:{lock}";

struct Bench
{
    World world;
    FakeContext context{world.queue, world.clock};
};

} // namespace

class WaitingTest : public QObject
{
    Q_OBJECT

private slots:
    void atOnce_triesOnce();
    void poll_nRetriesAreNPlusOneTries_data();
    void poll_nRetriesAreNPlusOneTries();
    void poll_forEver_takesItWhenItIsFree();
    void jitter_isDrawnForEachPause();
    void redlock_retriesWithJitter();
    void deadline_endsTheLastPause();
    void deadlineWithRetries_firstLimitApplies();
    void error_isNotWaitedFor();
    void notified_subscribesThenTriesAgain();
    void notified_waitsForTheTtlOrThePoll();
    void notified_messageEndsThePause();
    void notified_droppedSubscriptionPolls();
    void notified_refusedSubscriptionPolls();
    void notified_withoutAChannelPolls();
    void notified_unsubscribesAtTheEnd();
    void fair_givingUpLeavesTheQueue();
    void stopWaiting_inAPause_leavesTheQueue();
    void stopWaiting_grantInFlight_isReported();
    void stopWaiting_beforeTheFirstStep_triesNothing();
    void unlimitedRetries_areAllAlike();
};

void WaitingTest::atOnce_triesOnce()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::atOnce())).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.sent.size(), std::size_t(1));
    QCOMPARE(bench.context.slept, Pauses());
}

void WaitingTest::poll_nRetriesAreNPlusOneTries_data()
{
    QTest::addColumn<int>("retries");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("five") << 5;
}

void WaitingTest::poll_nRetriesAreNPlusOneTries()
{
    QFETCH(int, retries);
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::poll(50ms, retries))).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.sent.size(), static_cast<std::size_t>(retries + 1));
    QCOMPARE(bench.context.slept, Pauses(static_cast<std::size_t>(retries), 50ms)); // none after the last
}

void WaitingTest::poll_forEver_takesItWhenItIsFree()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    int tries = 0;
    bench.context.answering = [&](const auto &) { return ++tries < 1000 ? Reply::nil() : ok; };
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::poll(50ms))).held());
    QCOMPARE(tries, 1000);
}

void WaitingTest::jitter_isDrawnForEachPause()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    auto wait = Wait::poll(50ms, 2);
    wait.jitter = 20ms;
    (void)bench.world.run(lock.acquire(1s, wait));
    QCOMPARE(bench.context.slept, Pauses({70ms, 70ms})); // the fake always draws the maximum
    QCOMPARE(bench.context.drawn, 2);                    // none after the last try
}

void WaitingTest::redlock_retriesWithJitter()
{
    Bench bench;
    Redlock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    (void)bench.world.run(lock.acquire(1s, Wait::poll(100ms, 1)));
    QCOMPARE(bench.context.slept, Pauses({300ms}));
}

void WaitingTest::deadline_endsTheLastPause()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    const auto begin = bench.world.clock.now();
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::poll(100ms).atMost(250ms))).kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.slept, Pauses({100ms, 100ms, 50ms}));
    QCOMPARE(bench.context.sent.size(), std::size_t(4)); // the last one at the deadline
    QVERIFY(bench.world.clock.now() - begin == 250ms);
}

void WaitingTest::deadlineWithRetries_firstLimitApplies()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    (void)bench.world.run(lock.acquire(1s, Wait::poll(100ms, 1).atMost(10s)));
    QCOMPARE(bench.context.slept, Pauses({100ms}));
}

void WaitingTest::error_isNotWaitedFor()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.replies = {Reply::nil(), Reply::error("LOADING Redis is loading the dataset in memory")};
    const auto acquired = bench.world.run(lock.acquire(1s, Wait::poll(50ms)));
    QVERIFY(acquired.kind == Acquired::Kind::Failed);
    QVERIFY(acquired.error.is("LOADING"));
}

void WaitingTest::notified_subscribesThenTriesAgain()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.replies = {Reply::number(30'000), Reply::nil()};
    QVERIFY(bench.world.run(lock.acquire(1s)).held());
    QCOMPARE(bench.context.subscribed, std::vector<std::string>({channel}));
    QCOMPARE(bench.context.slept, Pauses()); // freed between the try and the subscription: no time is lost (R15)
}

void WaitingTest::notified_waitsForTheTtlOrThePoll()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.replies = {Reply::number(30'000), Reply::number(30'000), Reply::number(400), Reply::number(-1), Reply::nil()};
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::notified(2s))).held());
    QCOMPARE(bench.context.slept, Pauses({2s, 401ms, 2s}));
}

void WaitingTest::notified_messageEndsThePause()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.replies = {Reply::number(30'000), Reply::number(30'000), Reply::nil()};
    const auto acquired = bench.world.start(lock.acquire(1s, Wait::notified(2s)));
    QVERIFY(!acquired->has_value());
    const auto begin = bench.world.clock.now();
    bench.context.publish("another", "0");
    QVERIFY(!acquired->has_value());
    bench.context.publish(channel, "0");
    QVERIFY(acquired->has_value() && acquired->value().held());
    QVERIFY(bench.world.clock.now() == begin);
}

void WaitingTest::notified_droppedSubscriptionPolls()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::number(30'000); };
    const auto acquired = bench.world.start(lock.acquire(1s, Wait::notified(2s)));
    QCOMPARE(bench.context.sent.size(), std::size_t(2));
    bench.context.dropSubscriptions(); // it tries at once, because a message may have been missed
    QCOMPARE(bench.context.sent.size(), std::size_t(3));
    bench.world.pass(2s);
    QCOMPARE(bench.context.subscribed.size(), std::size_t(2)); // then it subscribes again
    bench.context.replies = {Reply::nil()};
    bench.context.publish(channel, "0");
    QVERIFY(acquired->has_value());
}

void WaitingTest::notified_refusedSubscriptionPolls()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.refusesToListen = true;
    bench.context.answering = [](const auto &) { return Reply::number(30'000); };
    const auto acquired = bench.world.start(lock.acquire(1s, Wait::notified(1s)));
    bench.world.pass(10s);
    QVERIFY(bench.context.sent.size() >= 10 && bench.context.sent.size() <= 12);
    bench.context.replies = {Reply::nil()};
    bench.world.pass(1s);
    QVERIFY(acquired->has_value());
}

void WaitingTest::notified_withoutAChannelPolls()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.replies = {Reply::nil(), Reply::nil(), ok};
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::notified(300ms))).held());
    QCOMPARE(bench.context.slept, Pauses({300ms, 300ms}));
    QVERIFY(bench.context.subscribed.empty());
}

void WaitingTest::notified_unsubscribesAtTheEnd()
{
    Bench bench;
    RedissonLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::number(30'000); };
    {
        const auto acquired = bench.world.start(lock.acquire(1s, Wait::notified(2s).atMost(5s)));
        QCOMPARE(bench.context.listening, std::size_t(1));
        bench.world.pass(5s);
        QVERIFY(acquired->has_value());
    }
    QCOMPARE(bench.context.listening, std::size_t(0));
}

void WaitingTest::fair_givingUpLeavesTheQueue()
{
    Bench bench;
    RedissonFairLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::number(30'000); };
    (void)bench.world.run(lock.tryAcquire(1s));
    QVERIFY(bench.context.texts().back().ends_with(" 0")); // and a single try does not join the queue
    QCOMPARE(bench.context.sent.size(), std::size_t(1));
    (void)bench.world.run(lock.acquire(1s, Wait::notified(2s).atMost(1s)));
    QVERIFY(bench.context.texts().at(1).ends_with(" 1"));
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 2 redisson_lock_queue:{lock} redisson_lock_timeout:{lock} "
                                                       "11111111-2222-4333-8444-555555555555:1 300000"));
    QCOMPARE(bench.context.subscribed.back(), channel + ":11111111-2222-4333-8444-555555555555:1");
}

void WaitingTest::stopWaiting_inAPause_leavesTheQueue()
{
    Bench bench;
    RedissonFairLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return Reply::number(5000); };
    const auto acquired = bench.world.start(lock.acquire(1s, Wait::poll(200ms)));
    bench.world.pass(300ms);
    QCOMPARE(bench.context.sent.size(), std::size_t(2));
    lock.stopWaiting();
    bench.world.pass(100ms);
    QVERIFY(acquired->has_value() && acquired->value().kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.sent.size(), std::size_t(3)); // no further try: it leaves the queue
    QVERIFY(bench.context.sent.back().command.at(1).find("LREM") != Bytes::npos);

    bench.context.answering = [](const auto &) { return Reply::nil(); };
    QVERIFY(bench.world.run(lock.acquire(1s)).held()); // the next one waits again
}

void WaitingTest::stopWaiting_grantInFlight_isReported()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.holdsBack = true;
    const auto acquired = bench.world.start(lock.acquire(1s, Wait::poll(200ms)));
    lock.stopWaiting();
    QVERIFY(!acquired->has_value());
    bench.context.deliver(ok);
    QVERIFY(acquired->has_value() && acquired->value().held());
    QVERIFY(lock.believed());
}

void WaitingTest::stopWaiting_beforeTheFirstStep_triesNothing()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.answering = [](const auto &) { return ok; };
    auto acquiring = lock.acquire(1s, Wait::poll(200ms)); // a task is lazy: nothing of it has run
    lock.stopWaiting();
    QVERIFY(bench.world.run(std::move(acquiring)).kind == Acquired::Kind::NotFree);
    QVERIFY(bench.context.sent.empty());
    QVERIFY(bench.world.run(lock.acquire(1s)).held()); // the next one waits again
}

void WaitingTest::unlimitedRetries_areAllAlike()
{
    Bench bench;
    TokenLock lock(bench.context, "lock");
    bench.context.replies = {Reply::nil(), Reply::nil(), ok};
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::poll(50ms))).held());
    QCOMPARE(bench.context.forgotten.size(), std::size_t(3));
    QCOMPARE(bench.context.forgotten[0], bench.context.forgotten[2]); // for ever: all rounds are alike
    bench.context.forgotten.clear();
    bench.context.replies = {Reply::nil(), ok};
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::poll(50ms, 3))).held());
    QVERIFY(bench.context.forgotten[0] != bench.context.forgotten[1]); // counted: they are not
    bench.context.forgotten.clear();
    bench.context.replies = {Reply::nil(), ok};
    QVERIFY(bench.world.run(lock.acquire(1s, Wait::poll(50ms).atMost(1s))).held());
    QVERIFY(std::holds_alternative<Moment>(bench.context.forgotten[0].back())); // its distance from now matters, not its number
}

LOCKSCOPE_TEST(WaitingTest)
#include "tst_waiting.moc"

// SPDX-License-Identifier: MIT
// Renewal: when, how often, and what is reported if it fails.
#include "lockcore/locks/catalogue.h"
#include "lockcore/locks/redisson.h"
#include "lockcore/locks/token_watchdog.h"
#include "support/fake_context.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::FakeContext;
using lockcore::test::World;
using Lines = std::vector<std::string>;

namespace {

const auto ok = Reply::status("OK");
const Error timeout{ErrorKind::Timeout, "no answer", {}};

struct Bench
{
    World world;
    FakeContext context{world.queue, world.clock};

    std::unique_ptr<Lock> make(const ProtocolOptions &options, std::string_view protocol = "token-watchdog")
    {
        auto made = findProtocol(protocol)->make(context, "lock", options);
        if (!made.ok())
            qFatal("%s", made.error().text.c_str());
        return *std::move(made);
    }

    /// When the commands of the next `duration` are sent, counted from now, in whole seconds.
    std::vector<Milliseconds> sentWithin(Milliseconds duration)
    {
        std::vector<Milliseconds> times;
        for (Milliseconds t{0}; t < duration; t += 1s) {
            const auto before = context.sent.size();
            world.pass(1s);
            times.insert(times.end(), context.sent.size() - before, t + 1s);
        }
        return times;
    }
};

} // namespace

class WatchdogTest : public QObject
{
    Q_OBJECT

private slots:
    void renews_everyThirdOfTheLease();
    void rounds_areAllAlike();
    void givenLease_isNotRenewed();
    void article_renewsAfter29ThenEvery20Unchecked();
    void options_areSettable();
    void firstMissingKey_isLostAndNotRecreated();
    void error_isRetriedWhileTheLeaseLasts();
    void error_untilTheLeaseIsOver_isLost();
    void error_givesUpAsOldRedissonDid();
    void release_stopsWatchdogFirst();
    void release_thatFails_leavesNoWatchdog();
    void release_dropsRenewalInFlight();
    void lockDestroyed_watchdogEnds();
    void reentry_keepsOneWatchdog();
    void stillHeld_goesOnRenewing();
    void lostRelease_isNeverRenewedForEver();
    void lostInnerRelease_keepsTheOuterHoldRenewed();
    void renewal_extendsTheBelief();
    void renewal_isReported();
    void lost_endsTheWatchdogAndTheNextLockHasItsOwn();
};

void WatchdogTest::renews_everyThirdOfTheLease()
{
    Bench bench;
    const auto lock = bench.make({{"lease", "30s"}});
    bench.context.replies = {ok};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const std::vector<Milliseconds> expected = {10s, 20s, 30s, 40s};
    QCOMPARE(bench.sentWithin(45s), expected);
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 1 lock At1 30000"));
    QVERIFY(lock->believed());
}

// The Explorer would not end if each renewal led to a state of its own.
void WatchdogTest::rounds_areAllAlike()
{
    Bench bench;
    bench.context.answering = [](const auto &sent) { return sent.command[0] == "SET" ? ok : Reply::number(1); };
    const auto lock = bench.make({{"lease", "30s"}});
    QVERIFY(bench.world.run(lock->acquire()).held());
    bench.context.forgotten.clear();
    bench.world.pass(45s);
    QVERIFY(bench.context.forgotten.size() >= 3);
    for (const auto &locals : bench.context.forgotten) {
        QCOMPARE(locals.size(), std::size_t(2));
        QCOMPARE(locals[0], bench.context.forgotten[0][0]); // the pause
        QVERIFY(std::holds_alternative<Moment>(locals[1])); // when the lease ends: its distance
    }
}

void WatchdogTest::givenLease_isNotRenewed()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok};
    QVERIFY(bench.world.run(lock->tryAcquire(30s)).held());
    bench.world.pass(29s);
    QCOMPARE(bench.context.sent.size(), std::size_t(1));
}

void WatchdogTest::article_renewsAfter29ThenEvery20Unchecked()
{
    Bench bench;
    const auto lock = bench.make({{"preset", "article"}});
    bench.context.replies = {ok};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const std::vector<Milliseconds> expected = {29s, 49s, 69s};
    QCOMPARE(bench.sentWithin(75s), expected);
    QCOMPARE(bench.context.texts(), Lines({"SET lock At1 NX PX 30000", "PEXPIRE lock 20000", "PEXPIRE lock 20000", "PEXPIRE lock 20000"}));
}

void WatchdogTest::options_areSettable()
{
    Bench bench;
    const auto lock =
        bench.make({{"lease", "30s"}, {"first-delay", "3s"}, {"period", "7s"}, {"renewal-lease", "9s"}, {"owner-check", "no"}});
    bench.context.replies = {ok};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const std::vector<Milliseconds> expected = {3s, 10s, 17s};
    QCOMPARE(bench.sentWithin(20s), expected);
    QCOMPARE(bench.context.texts().back(), std::string("PEXPIRE lock 9000"));
}

void WatchdogTest::firstMissingKey_isLostAndNotRecreated()
{
    for (const auto *protocol : {"token-watchdog", "redisson", "redisson-fair", "redisson-readwrite"}) {
        Bench bench;
        const auto lock = bench.make({}, protocol);
        bench.context.replies = {protocol == std::string("token-watchdog") ? ok : Reply::nil(), Reply::number(0)};
        QVERIFY(bench.world.run(lock->tryAcquire()).held());
        const auto lost = lock->lost();
        bench.world.pass(9999ms);
        QVERIFY(!lost.ready());
        bench.world.pass(1ms);
        QVERIFY2(lost.ready(), protocol);
        QVERIFY(!lock->believed());
        bench.world.pass(100s);
        QCOMPARE(bench.context.sent.size(), std::size_t(2));
    }
}

void WatchdogTest::error_isRetriedWhileTheLeaseLasts()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok, timeout, Reply::error("LOADING no"), Reply::number(1)};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const std::vector<Milliseconds> expected = {10s, 11s, 12s, 22s};
    QCOMPARE(bench.sentWithin(25s), expected);
    QVERIFY(lock->believed());
}

void WatchdogTest::error_untilTheLeaseIsOver_isLost()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok};
    bench.context.answering = [](const auto &) { return timeout; };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const auto lost = lock->lost();
    bench.world.pass(29'999ms);
    QVERIFY(!lost.ready());
    bench.world.pass(1ms);
    QVERIFY(lost.ready());
    const auto sent = bench.context.sent.size();
    bench.world.pass(60s);
    QCOMPARE(bench.context.sent.size(), sent);
}

void WatchdogTest::error_givesUpAsOldRedissonDid()
{
    Bench bench;
    const auto lock = bench.make({{"after-error", "give-up"}}, "redisson");
    bench.context.replies = {Reply::nil(), timeout};
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const auto lost = lock->lost();
    bench.world.pass(29s);
    QCOMPARE(bench.context.sent.size(), std::size_t(2));
    QVERIFY(!lost.ready()); // nobody is notified (L6)
    QVERIFY(lock->believed());
    bench.world.pass(1s);
    QVERIFY(!lock->believed()); // but the validity still counts
}

void WatchdogTest::release_stopsWatchdogFirst()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok};
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    bench.context.holdsBack = true;
    const auto released = bench.world.start(lock->release());
    bench.world.pass(60s); // the release takes long: nothing is renewed meanwhile
    QCOMPARE(bench.context.sent.size(), std::size_t(2));
    bench.context.deliver(Reply::number(1));
    QVERIFY(released->value().done());
}

void WatchdogTest::release_thatFails_leavesNoWatchdog()
{
    for (const auto *protocol : {"token-watchdog", "redisson", "redisson-fair", "redisson-readwrite"}) {
        Bench bench;
        const auto lock = bench.make({}, protocol);
        bench.context.replies = {protocol == std::string("token-watchdog") ? ok : Reply::nil(), timeout};
        QVERIFY(bench.world.run(lock->tryAcquire()).held());
        QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::Unknown);
        bench.world.pass(100s);
        QVERIFY2(bench.context.sent.size() == 2, protocol); // R8
    }
}

void WatchdogTest::release_dropsRenewalInFlight()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok};
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const auto lost = lock->lost();
    bench.context.holdsBack = true;
    bench.world.pass(10s);
    QCOMPARE(bench.context.heldBack(), std::size_t(1));
    const auto released = bench.world.start(lock->release());
    bench.context.deliver(Reply::number(0)); // the answer to the renewal arrives, and notifies nobody
    QVERIFY(!lost.ready());
    bench.context.deliver(Reply::number(1));
    QVERIFY(released->value().done());
}

void WatchdogTest::lockDestroyed_watchdogEnds()
{
    Bench bench;
    {
        const auto lock = bench.make({});
        bench.context.replies = {ok};
        QVERIFY(bench.world.run(lock->tryAcquire()).held());
    }
    bench.world.pass(60s);
    QCOMPARE(bench.context.sent.size(), std::size_t(1));
}

void WatchdogTest::reentry_keepsOneWatchdog()
{
    Bench bench;
    const auto lock = bench.make({}, "redisson");
    bench.context.replies = {Reply::nil(), Reply::nil()};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    QVERIFY(bench.world.run(lock->reenter()).held());
    const std::vector<Milliseconds> expected = {10s, 20s};
    QCOMPARE(bench.sentWithin(25s), expected);
}

void WatchdogTest::stillHeld_goesOnRenewing()
{
    Bench bench;
    const auto lock = bench.make({}, "redisson");
    bench.context.replies = {Reply::nil(), Reply::nil(), Reply::number(0)};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    QVERIFY(bench.world.run(lock->reenter()).held());
    QVERIFY(bench.world.run(lock->release()) == Released::stillHeld(1));
    const std::vector<Milliseconds> expected = {10s, 20s};
    QCOMPARE(bench.sentWithin(25s), expected);
    QVERIFY(bench.world.run(lock->release()).done());
    QCOMPARE(bench.sentWithin(25s), std::vector<Milliseconds>());
}

// The lost release never ran: Redis counts one hold more than the worker.
void WatchdogTest::lostRelease_isNeverRenewedForEver()
{
    for (const auto *protocol : {"redisson", "redisson-fair", "redisson-readwrite"}) {
        Bench bench;
        const auto lock = bench.make({}, protocol);
        bench.context.replies = {Reply::nil(), timeout, Reply::nil(), Reply::number(0)};
        bench.context.answering = [](const auto &) { return Reply::number(1); };
        QVERIFY(bench.world.run(lock->tryAcquire()).held());
        QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::Unknown);
        QVERIFY(bench.world.run(lock->tryAcquire()).held());
        QVERIFY(bench.world.run(lock->release()) == Released::stillHeld(1));
        bench.world.pass(100s);
        QVERIFY2(bench.context.sent.size() == 4, protocol); // no renewal: the lease ends
    }
}

void WatchdogTest::lostInnerRelease_keepsTheOuterHoldRenewed()
{
    for (const auto *protocol : {"redisson", "redisson-fair", "redisson-readwrite"}) {
        Bench bench;
        const auto lock = bench.make({}, protocol);
        bench.context.replies = {Reply::nil(), Reply::nil(), timeout};
        bench.context.answering = [](const auto &) { return Reply::number(1); };
        QVERIFY(bench.world.run(lock->tryAcquire()).held());
        QVERIFY(bench.world.run(lock->reenter()).held());
        QVERIFY(bench.world.run(lock->release()).kind == Released::Kind::Unknown);
        const std::vector<Milliseconds> expected = {10s, 20s};
        QCOMPARE(bench.sentWithin(25s), expected);
        QVERIFY2(lock->believed(), protocol);
        QVERIFY(bench.world.run(lock->release()).done());
        QCOMPARE(bench.sentWithin(25s), std::vector<Milliseconds>());
    }
}

void WatchdogTest::renewal_extendsTheBelief()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const auto begin = bench.world.clock.now();
    bench.world.pass(15s);
    QVERIFY(lock->validUntil() == begin + 40s);
    bench.world.pass(100s);
    QVERIFY(lock->believed());
}

void WatchdogTest::renewal_isReported()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok, Reply::number(1), Reply::number(1), Reply::number(0)};
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    for (int i = 0; i < 2; ++i) {
        const auto renewed = lock->renewed();
        QVERIFY(!renewed.ready());
        bench.world.pass(10s);
        QVERIFY(renewed.ready());
    }
    const auto renewed = lock->renewed();
    bench.world.pass(10s);
    QVERIFY(!lock->believed());
    QVERIFY(!renewed.ready());
}

void WatchdogTest::lost_endsTheWatchdogAndTheNextLockHasItsOwn()
{
    Bench bench;
    const auto lock = bench.make({});
    bench.context.replies = {ok, Reply::number(0), ok};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    bench.world.pass(15s);
    QVERIFY(!lock->believed());
    QVERIFY(bench.world.run(lock->tryAcquire()).held());
    const std::vector<Milliseconds> expected = {10s, 20s};
    QCOMPARE(bench.sentWithin(25s), expected);
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 1 lock At2 30000"));
}

LOCKSCOPE_TEST(WatchdogTest)
#include "tst_watchdog.moc"

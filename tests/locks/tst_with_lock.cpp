// SPDX-License-Identifier: MIT
#include "lockcore/locks/with_lock.h"
#include "support/fake_context.h"
#include "support/test_program.h"

#include <QTest>

#include <stdexcept>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::FakeContext;
using lockcore::test::World;
using Lines = std::vector<std::string>;

namespace {

const auto ok = Reply::status("OK");

struct Bench
{
    World world;
    FakeContext context{world.queue, world.clock};
};

struct Body
{
    int *ran;
    Task<int> operator()(Lock &lock) const
    {
        ++*ran;
        co_return lock.believed() ? 42 : 0;
    }
};

struct ThrowingBody
{
    Task<int> operator()(Lock &) const
    {
        throw std::runtime_error("the work failed");
        co_return 0;
    }
};

struct SilentBody
{
    FakeContext *context;
    Task<void> operator()(Lock &) const { co_await context->sleep(25s); }
};

Task<std::string> caught(Context &context, LockSpec spec)
{
    auto locked = withLock(context, spec, {}, ThrowingBody());
    try {
        co_await locked;
    } catch (const std::runtime_error &error) {
        co_return error.what();
    }
    co_return "nothing";
}

} // namespace

class WithLockTest : public QObject
{
    Q_OBJECT

private slots:
    void key_isMadeFromTheTemplate_data();
    void key_isMadeFromTheTemplate();
    void missingArgument_isAnErrorBeforeAnythingIsSent();
    void impossibleSpec_isRefused_data();
    void impossibleSpec_isRefused();
    void body_runsInsideTheLock();
    void notAcquired_runsNothingAndReleasesNothing();
    void retries_areCounted();
    void exception_stillReleases();
    void watchdog_renewsUntilTheBodyEnds();
    void expiry_isTheLeaseAndIsNotRenewed();
    void namedProtocol_isUsed();
};

void WithLockTest::key_isMadeFromTheTemplate_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("prefix");
    QTest::addColumn<std::string>("result"); // empty: refused
    const auto row = [](const char *name, const std::string &key, const std::string &result, const std::string &prefix = {}) {
        QTest::newRow(name) << key << prefix << result;
    };
    row("the article's", "lock.placeOrder#{activityId}.{userMobile}", "lock.placeOrder#17.139");
    row("prefixed", "order:{activityId}", "shop:{not}order:17", "shop:{not}");
    row("nothing to fill in", "order", "order");
    row("hash tag", "order:{{{activityId}}}", "order:{17}");
    row("the same twice", "{activityId}{activityId}", "1717");
    row("value with braces", "{odd}", "{activityId}");
    row("missing", "order:{other}", "");
    row("no name", "order:{}", "");
    row("not closed", "order:{activityId", "");
    row("not opened", "order:activityId}", "");
    row("nested", "order:{a{activityId}}", "");
    row("no key", "", "");
}

void WithLockTest::key_isMadeFromTheTemplate()
{
    QFETCH(std::string, key);
    QFETCH(std::string, prefix);
    QFETCH(std::string, result);
    const LockSpec spec{.key = key, .prefix = prefix};
    const auto made = keyOf(spec, {{"activityId", "17"}, {"userMobile", "139"}, {"odd", "{activityId}"}});
    QCOMPARE(made.ok() ? *made : Bytes(), result);
}

void WithLockTest::missingArgument_isAnErrorBeforeAnythingIsSent()
{
    Bench bench;
    int ran = 0;
    const auto result = bench.world.run(withLock(bench.context, LockSpec{.key = "order:{id}"}, {{"ID", "1"}}, Body{&ran}));
    QVERIFY(result.acquired.kind == Acquired::Kind::Failed);
    QVERIFY(result.acquired.error.kind == ErrorKind::Refused);
    QVERIFY(result.acquired.error.text.find("\"id\"") != std::string::npos);
    QCOMPARE(ran, 0);
    QVERIFY(bench.context.sent.empty());
}

void WithLockTest::impossibleSpec_isRefused_data()
{
    QTest::addColumn<LockSpec>("spec");
    QTest::newRow("protocol") << LockSpec{.key = "k", .protocol = "no-such"};
    QTest::newRow("no watchdog there") << LockSpec{.key = "k", .protocol = "fenced", .watchdog = true};
    QTest::newRow("expiry 0") << LockSpec{.key = "k", .expiry = 0ms};
    QTest::newRow("expiry absurd") << LockSpec{.key = "k", .expiry = Milliseconds::max()};
    QTest::newRow("retries") << LockSpec{.key = "k", .retries = -2};
    QTest::newRow("interval") << LockSpec{.key = "k", .interval = -1ms};
    QTest::newRow("option") << LockSpec{.key = "k", .protocol = "get-then-del", .options = {{"token", "x"}}};
}

void WithLockTest::impossibleSpec_isRefused()
{
    QFETCH(LockSpec, spec);
    Bench bench;
    int ran = 0;
    const auto result = bench.world.run(withLock(bench.context, spec, {}, Body{&ran}));
    QVERIFY(result.acquired.error.kind == ErrorKind::Refused);
    QCOMPARE(ran, 0);
    QVERIFY(bench.context.sent.empty());
}

void WithLockTest::body_runsInsideTheLock()
{
    Bench bench;
    bench.context.replies = {ok, Reply::number(1)};
    int ran = 0;
    const auto result = bench.world.run(withLock(bench.context, LockSpec{.key = "order:{id}"}, {{"id", "1"}}, Body{&ran}));
    QVERIFY(result.acquired.held());
    QCOMPARE(result.value.value_or(0), 42);
    QVERIFY(result.released.done());
    QCOMPARE(bench.context.texts(), Lines({"SET order:1 At1 NX PX 30000", "EVAL 1 order:1 At1"}));
}

void WithLockTest::notAcquired_runsNothingAndReleasesNothing()
{
    for (const auto &answer : {Result<Reply>(Reply::nil()), Result<Reply>(Reply::error("LOADING no"))}) {
        Bench bench;
        bench.context.replies = {answer};
        int ran = 0;
        const auto result = bench.world.run(withLock(bench.context, LockSpec{.key = "k", .waits = false}, {}, Body{&ran}));
        QVERIFY(!result.acquired.held());
        QVERIFY(!result.value);
        QCOMPARE(ran, 0);
        QCOMPARE(bench.context.sent.size(), std::size_t(1));
    }
}

void WithLockTest::retries_areCounted()
{
    Bench bench;
    bench.context.answering = [](const auto &) { return Reply::nil(); };
    int ran = 0;
    const auto result =
        bench.world.run(withLock(bench.context, LockSpec{.key = "k", .protocol = "token", .retries = 3, .interval = 70ms}, {}, Body{&ran}));
    QVERIFY(result.acquired.kind == Acquired::Kind::NotFree);
    QCOMPARE(bench.context.sent.size(), std::size_t(4));
    QCOMPARE(bench.context.slept, std::vector<Milliseconds>(3, 70ms));
}

void WithLockTest::exception_stillReleases()
{
    Bench bench;
    bench.context.replies = {ok, Reply::number(1)};
    QCOMPARE(bench.world.run(caught(bench.context, LockSpec{.key = "k"})), std::string("the work failed"));
    QCOMPARE(bench.context.texts().back(), std::string("EVAL 1 k At1"));
}

void WithLockTest::watchdog_renewsUntilTheBodyEnds()
{
    Bench bench;
    bench.context.replies = {ok};
    bench.context.answering = [](const auto &) { return Reply::number(1); };
    const auto result =
        bench.world.run(withLock(bench.context, LockSpec{.key = "k", .expiry = 30s, .watchdog = true}, {}, SilentBody{&bench.context}));
    QVERIFY(result.value.has_value());
    QCOMPARE(bench.context.texts(), Lines({"SET k At1 NX PX 30000", "EVAL 1 k At1 30000", "EVAL 1 k At1 30000", "EVAL 1 k At1"}));
}

void WithLockTest::expiry_isTheLeaseAndIsNotRenewed()
{
    Bench bench;
    bench.context.replies = {Reply::nil(), Reply::number(1)};
    const auto result = bench.world.run(
        withLock(bench.context, LockSpec{.key = "k", .protocol = "redisson", .expiry = 27s}, {}, SilentBody{&bench.context}));
    QVERIFY(result.released.done());
    QCOMPARE(bench.context.sent.size(), std::size_t(2));
    QVERIFY(bench.context.texts().front().starts_with("EVAL 1 k 27000 "));
}

void WithLockTest::namedProtocol_isUsed()
{
    Bench bench;
    bench.context.replies = {Reply::number(1), Reply::number(1), Reply::number(1)};
    int ran = 0;
    const auto result =
        bench.world.run(withLock(bench.context, LockSpec{.key = "k", .protocol = "setnx-expire", .expiry = 5s}, {}, Body{&ran}));
    QVERIFY(result.released.done());
    QCOMPARE(bench.context.texts(), Lines({"SETNX k At1", "PEXPIRE k 5000", "DEL k"}));
}

LOCKSCOPE_TEST(WithLockTest)
#include "tst_with_lock.moc"

// SPDX-License-Identifier: MIT
// The protocols as applications run them: many workers, real connections, real time.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "lockcore/locks/redisson_names.h"
#include "lockcore/locks/with_lock.h"
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::eventually;
using lockcore::test::RedisServer;

namespace {

/// Runs until nothing is left to do in this scope.
bool runsDry(Scope &scope)
{
    return eventually([&] { return scope.idle(); }, 60s);
}

struct Process
{
    explicit Process(std::vector<Endpoint> endpoints, LiveServers::Options options = {})
        : servers(std::move(endpoints), std::move(options), loop, clock)
        , scope(loop)
    {
        scope.start([](LiveServers &servers, Result<void> &opened) -> Task<void> { opened = co_await servers.open(); }(servers, opened));
        if (!runsDry(scope) || !opened.ok())
            qFatal("no connection");
    }

    EventLoop loop;
    LoopClock clock;
    LiveServers servers;
    Result<void> opened;
    Scope scope;
};

struct Worker
{
    Worker(Process &process, std::int64_t number, std::string_view protocol, ProtocolOptions options = {})
        : context(process.servers, {.worker = number, .clockSkew = {}, .seed = 0, .observer = [this](const Step &step) {
                                        commands += step.what == "EVAL" || step.what == "PEXPIRE";
                                    }})
    {
        auto made = findProtocol(protocol)->make(context, "lock", options);
        if (!made.ok())
            qFatal("%s", made.error().text.c_str());
        lock = *std::move(made);
    }

    bool runs(Task<void> task)
    {
        context.scope().start(std::move(task));
        return runsDry(context.scope());
    }

    LiveContext context;
    std::unique_ptr<Lock> lock;
    std::int64_t commands = 0;
};

/// What all workers share.
struct Shop
{
    int inside = 0;
    int mostInside = 0;
    int failures = 0;
};

// Reads, lets all other workers run, and writes: without a lock updates are lost.
Task<void> countUp(Worker &worker, Shop &shop, int times)
{
    for (int i = 0; i < times; ++i) {
        const auto acquired = co_await worker.lock->acquire(30s, Wait::notified(5ms));
        if (!acquired.held()) {
            ++shop.failures;
            co_return;
        }
        shop.mostInside = std::max(shop.mostInside, ++shop.inside);
        const auto before = co_await worker.context.command("GET", "counter");
        const auto next = before.integer() + 1;
        const auto written = co_await worker.context.command("SET", "counter", next);
        --shop.inside;
        const auto released = co_await worker.lock->release();
        shop.failures += !written.isOk() || !released.done();
    }
}

Task<void> take(Lock &lock, Lease lease, Wait wait, std::optional<Acquired> &acquired) { acquired = co_await lock.acquire(lease, wait); }

Task<void> takeAgain(Lock &lock, Lease lease, std::optional<Acquired> &acquired) { acquired = co_await lock.reenter(lease); }

Task<void> give(Lock &lock, std::optional<Released> &released) { released = co_await lock.release(); }

Task<void> hear(Lock &lock, bool &lost)
{
    co_await lock.lost();
    lost = true;
}

} // namespace

class LiveLocksTest : public QObject
{
    Q_OBJECT

private slots:
    void manyWorkers_loseNothing_data();
    void manyWorkers_loseNothing();
    void redisson_handsOverByMessage();
    void fair_handsOverByMessage();
    void watchdog_keepsItHeld();
    void watchdog_connectionCut_isLost();
    void connectionCut_releaseIsNotClaimed();
    void silentServer_isUnknown();
    void workerEnds_watchdogEnds();
    void withLock_runsOnARealServer();
    void readerThatReleasesAnInnerHold_keepsItsLease();
};

void LiveLocksTest::manyWorkers_loseNothing_data()
{
    QTest::addColumn<std::string>("protocol");
    for (const auto &protocol : protocols())
        QTest::newRow(std::string(protocol.name).c_str()) << std::string(protocol.name);
}

// Within the lease and on one clock, the flawed protocols also keep each other out.
void LiveLocksTest::manyWorkers_loseNothing()
{
    QFETCH(std::string, protocol);
    constexpr int times = 20;
    const std::size_t serverCount = findProtocol(protocol)->manyServers ? 3 : 1;
    std::vector<std::unique_ptr<RedisServer>> servers;
    std::vector<Endpoint> endpoints;
    for (std::size_t i = 0; i < serverCount; ++i) {
        servers.push_back(std::make_unique<RedisServer>());
        endpoints.push_back(servers.back()->endpoint());
    }
    Process process(endpoints);
    Process other(endpoints);
    ProtocolOptions options;
    if (protocol == "redlock")
        options["jitter"] = "5ms";
    std::vector<std::unique_ptr<Worker>> workers;
    Shop shop;
    for (int i = 1; i <= 6; ++i) {
        workers.push_back(std::make_unique<Worker>(i % 2 ? process : other, i, protocol, options));
        workers.back()->context.scope().start(countUp(*workers.back(), shop, times));
    }
    for (const auto &worker : workers)
        QVERIFY(runsDry(worker->context.scope()));
    QCOMPARE(shop.failures, 0);
    QCOMPARE(shop.mostInside, 1);
    QCOMPARE(servers[0]->command({"GET", "counter"}).text, std::to_string(times * 6));
    for (const auto &server : servers)
        QCOMPARE(server->command({"EXISTS", "lock"}).integer, std::int64_t(0));
}

void LiveLocksTest::redisson_handsOverByMessage()
{
    RedisServer server;
    Process process({server.endpoint()});
    Worker a(process, 1, "redisson");
    Worker b(process, 2, "redisson");
    std::optional<Acquired> first;
    QVERIFY(a.runs(take(*a.lock, {}, Wait::atOnce(), first)));
    QVERIFY(first->held());

    // Only the message can wake it: the poll is an hour away.
    std::optional<Acquired> second;
    b.context.scope().start(take(*b.lock, {}, Wait::notified(1h), second));
    server.command({"PERSIST", "lock"});
    QTRY_COMPARE(server.command({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock}"}).elements.at(1).integer, std::int64_t(1));
    std::optional<Released> released;
    QVERIFY(a.runs(give(*a.lock, released)));
    QVERIFY(released->done());
    QTRY_VERIFY(second && second->held());
    QTRY_COMPARE(server.command({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock}"}).elements.at(1).integer, std::int64_t(0));
}

void LiveLocksTest::fair_handsOverByMessage()
{
    RedisServer server;
    Process process({server.endpoint()});
    Worker a(process, 1, "redisson-fair");
    Worker b(process, 2, "redisson-fair");
    std::optional<Acquired> first;
    QVERIFY(a.runs(take(*a.lock, {}, Wait::atOnce(), first)));
    std::optional<Acquired> second;
    b.context.scope().start(take(*b.lock, {}, Wait::notified(1h), second));
    const auto channel = redisson::fairChannel("lock", b.context.instance() + ":2");
    QTRY_COMPARE(server.command({"PUBSUB", "NUMSUB", channel}).elements.at(1).integer, std::int64_t(1));
    std::optional<Released> released;
    QVERIFY(a.runs(give(*a.lock, released)));
    QTRY_VERIFY(second && second->held());
}

void LiveLocksTest::watchdog_keepsItHeld()
{
    for (const auto *protocol : {"token-watchdog", "redisson", "redisson-fair", "redisson-readwrite"}) {
        RedisServer server;
        Process process({server.endpoint()});
        Worker a(process, 1, protocol, {{"lease", "2s"}, {"period", "20ms"}, {"first-delay", "20ms"}});
        std::optional<Acquired> acquired;
        QVERIFY(a.runs(take(*a.lock, {}, Wait::atOnce(), acquired)));
        const auto until = a.lock->validUntil();
        server.command({"PEXPIRE", "lock", "1000"});
        QTRY_VERIFY(server.command({"PTTL", "lock"}).integer > 1000);
        QTRY_VERIFY(a.commands > 10);
        QVERIFY(a.lock->believed());
        QVERIFY(a.lock->validUntil() > until);
        std::optional<Released> released;
        QVERIFY(a.runs(give(*a.lock, released)));
        QVERIFY2(released->done(), protocol);
    }
}

void LiveLocksTest::watchdog_connectionCut_isLost()
{
    RedisServer server;
    Process process({server.endpoint()}, {.commandTimeout = 200ms, .name = "test", .reconnect = false});
    Worker a(process, 1, "token-watchdog", {{"lease", "600ms"}, {"retry-delay", "50ms"}});
    std::optional<Acquired> acquired;
    QVERIFY(a.runs(take(*a.lock, {}, Wait::atOnce(), acquired)));
    bool lost = false;
    a.context.scope().start(hear(*a.lock, lost));
    server.kill();
    QTRY_VERIFY(lost);
    QVERIFY(!a.lock->believed());
}

void LiveLocksTest::connectionCut_releaseIsNotClaimed()
{
    RedisServer server;
    Process process({server.endpoint()}, {.commandTimeout = 5s, .name = "test", .reconnect = false});
    Worker a(process, 1, "token");
    std::optional<Acquired> acquired;
    QVERIFY(a.runs(take(*a.lock, 30s, Wait::atOnce(), acquired)));
    server.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    std::optional<Released> released;
    QVERIFY(a.runs(give(*a.lock, released)));
    QVERIFY(released->kind == Released::Kind::Unknown || released->kind == Released::Kind::Failed);
    QVERIFY(!a.lock->believed());
    QCOMPARE(server.command({"EXISTS", "lock"}).integer, std::int64_t(1));
}

void LiveLocksTest::silentServer_isUnknown()
{
    RedisServer server;
    Process process({server.endpoint()}, {.commandTimeout = 100ms, .name = "test", .reconnect = false});
    Worker a(process, 1, "token");
    server.pause();
    std::optional<Acquired> acquired;
    QVERIFY(a.runs(take(*a.lock, 30s, Wait::notified(), acquired)));
    server.resume();
    QVERIFY(acquired->kind == Acquired::Kind::Unknown);
    QVERIFY(!a.lock->believed());
}

void LiveLocksTest::workerEnds_watchdogEnds()
{
    RedisServer server;
    Process process({server.endpoint()});
    {
        Worker a(process, 1, "redisson", {{"lease", "300ms"}, {"period", "30ms"}, {"first-delay", "30ms"}});
        std::optional<Acquired> acquired;
        QVERIFY(a.runs(take(*a.lock, {}, Wait::atOnce(), acquired)));
        QTRY_VERIFY(a.commands > 5);
        QCOMPARE(server.command({"EXISTS", "lock"}).integer, std::int64_t(1));
    }
    QTRY_COMPARE(server.command({"EXISTS", "lock"}).integer, std::int64_t(0));
}

void LiveLocksTest::withLock_runsOnARealServer()
{
    RedisServer server;
    Process process({server.endpoint()});
    Worker a(process, 1, "token");
    std::optional<WithLock<Bytes>> result;
    auto work = [](Context &context, std::optional<WithLock<Bytes>> &result) -> Task<void> {
        const LockSpec spec{.key = "lock.placeOrder#{activityId}.{userMobile}", .protocol = "hash-reentrant"};
        const LockArguments arguments = {{"activityId", "17"}, {"userMobile", "139"}};
        auto body = [&context](Lock &lock) -> Task<Bytes> {
            const auto type = co_await context.command("TYPE", lock.name());
            co_return lock.name() + ' ' + type.text();
        };
        auto locked = withLock(context, spec, arguments, body);
        result = co_await locked;
    };
    QVERIFY(a.runs(work(a.context, result)));
    QCOMPARE(result->value.value_or(""), Bytes("lock.placeOrder#17.139 hash"));
    QVERIFY(result->released.done());
    QVERIFY(server.command({"KEYS", "*"}).elements.empty());
}

// The outer hold had a short lease, which is over; the inner one's is longer, and both were acquired.
void LiveLocksTest::readerThatReleasesAnInnerHold_keepsItsLease()
{
    RedisServer server;
    Process process({server.endpoint()});
    Worker a(process, 1, "redisson-readwrite", {{"mode", "read"}});
    std::optional<Acquired> acquired;
    QVERIFY(a.runs(take(*a.lock, 50ms, Wait::atOnce(), acquired)));
    QVERIFY(acquired->held());
    QVERIFY(a.runs(takeAgain(*a.lock, 20s, acquired)));
    QVERIFY(acquired->held());
    QTRY_COMPARE(server.command({"DBSIZE"}).integer, 2); // the lock, and the inner hold
    std::optional<Released> released;
    QVERIFY(a.runs(give(*a.lock, released)));
    QVERIFY(*released == Released::stillHeld(1));
    QVERIFY(server.command({"PTTL", "lock"}).integer > 10000);
    QVERIFY(a.runs(give(*a.lock, released)));
    QVERIFY(*released == Released::freed());
    QCOMPARE(server.command({"DBSIZE"}).integer, 0);
}

LOCKSCOPE_TEST(LiveLocksTest)
#include "tst_live_locks.moc"

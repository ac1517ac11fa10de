// SPDX-License-Identifier: MIT
// What the Monitor calls a lock that one of our own protocols has acquired on a real server: its library, or the family if several leave
// the same key.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::RedisServer;
using lockcore::test::Watcher;

namespace {

struct Expected
{
    std::string_view protocol;
    ProtocolOptions options;
    std::string_view library;
    std::string_view variant;
    LockKind kind = LockKind::Lock;
};

// A string of 32 random hex digits: seven of our protocols write it, and so do node-redlock and others. The evidence says so.
constexpr std::string_view tokens = "unknown";

const Expected table[] = {
    {"setnx-expire", {}, tokens, "Redlock token"},
    {"set-nx-del", {}, tokens, "Redlock token"},
    {"get-then-del", {}, tokens, "Redlock token"},
    {"get-then-del", {{"token", "thread-id"}}, "unknown", "mark", LockKind::Anonymous}, // a small number identifies nobody
    {"get-then-del-watch", {}, tokens, "Redlock token"},
    {"prefix-del", {}, tokens, "Redlock token"},
    {"script-boolean", {}, tokens, "Redlock token"},
    {"token", {}, tokens, "Redlock token"},
    {"token-watchdog", {}, tokens, "Redlock token"},
    {"timestamp-taken", {}, "unknown", "SETNX and GETSET", LockKind::Timestamp},
    {"timestamp-expiry", {}, "unknown", "SETNX and GETSET", LockKind::Timestamp},
    {"thread-local", {}, tokens, "Redlock token"},
    {"hash-reentrant", {}, "redisson", "RLock"}, // byte for byte the same
    {"redisson", {}, "redisson", "RLock"},
    {"redisson-fair", {}, "redisson", "RLock"}, // as long as nobody waits
    {"redisson-readwrite", {{"mode", "write"}}, "redisson", "RReadWriteLock", LockKind::RwLock},
    {"redisson-readwrite", {{"mode", "read"}}, "redisson", "RReadWriteLock", LockKind::RwLock},
    {"redlock", {}, tokens, "Redlock token"},
    {"fenced", {}, "lockscope", "fenced"},
};

std::string rowName(const Expected &expected)
{
    std::string name(expected.protocol);
    for (const auto &[option, value] : expected.options)
        name += ", " + option + " " + value;
    return name;
}

} // namespace

class MonitoredProtocolsTest : public QObject
{
    Q_OBJECT

private slots:
    void table_coversTheCatalogue();
    void protocol_isRecognised_data();
    void protocol_isRecognised();
    void fairLockWithQueue_isRecognised();
};

void MonitoredProtocolsTest::table_coversTheCatalogue()
{
    for (const auto &protocol : protocols()) {
        const bool listed = std::ranges::any_of(table, [&](const auto &expected) { return expected.protocol == protocol.name; });
        QVERIFY2(listed, std::string(protocol.name).c_str());
    }
}

void MonitoredProtocolsTest::protocol_isRecognised_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(table); ++i)
        QTest::newRow(rowName(table[i]).c_str()) << static_cast<int>(i);
}

void MonitoredProtocolsTest::protocol_isRecognised()
{
    QFETCH(const int, row);
    const auto &expected = table[row];
    const Bytes key = "lock:order:42";
    RedisServer server;
    EventLoop loop;
    LoopClock clock;
    LiveServers servers({server.endpoint()}, {}, loop, clock);
    LiveContext context(servers, LiveContext::Options{.seed = 1, .observer = {}}); // one random token in 64 looks like a UUID
    const auto made = findProtocol(expected.protocol)->make(context, key, expected.options);
    QVERIFY(made.ok());
    auto work = [](LiveServers &servers, Lock &lock, Acquired &acquired) -> Task<void> {
        const auto opened = co_await servers.open();
        if (opened.ok())
            acquired = co_await lock.tryAcquire();
    };
    Acquired acquired;
    context.scope().start(work(servers, **made, acquired));
    QTRY_VERIFY(acquired.held());

    Watcher watcher(server.endpoint());
    QVERIFY2(watcher.waitLock(key), qPrintable(watcher.told()));
    const auto &lock = watcher.locks().at(key);
    QCOMPARE(lock.library, std::string(expected.library));
    QCOMPARE(lock.variant, std::string(expected.variant));
    QCOMPARE(toString(lock.kind), toString(expected.kind));
    if (expected.variant == "Redlock token")
        QVERIFY2(lock.why.front().find("Lockscope's protocols") != std::string::npos, lock.why.front().c_str());
    QCOMPARE(watcher.locks().size(), std::size_t(1)); // and none of its other keys is shown as a lock
}

// Only a waiter shows that a lock is fair.
void MonitoredProtocolsTest::fairLockWithQueue_isRecognised()
{
    RedisServer server;
    EventLoop loop;
    LoopClock clock;
    LiveServers servers({server.endpoint()}, {}, loop, clock);
    LiveContext first(servers, LiveContext::Options{.worker = 1, .observer = {}});
    LiveContext second(servers, LiveContext::Options{.worker = 2, .observer = {}});
    const auto *protocol = findProtocol("redisson-fair");
    const auto held = std::move(protocol->make(first, "order", {})).value();
    const auto wanted = std::move(protocol->make(second, "order", {})).value();
    auto take = [](LiveServers &servers, Lock &lock, Acquired &acquired) -> Task<void> {
        const auto opened = co_await servers.open();
        if (opened.ok())
            acquired = co_await lock.acquire();
    };
    auto wait = [](Lock &lock) -> Task<void> { co_await lock.acquire(); };
    Acquired acquired;
    first.scope().start(take(servers, *held, acquired));
    QTRY_VERIFY(acquired.held());
    second.scope().start(wait(*wanted));
    QTRY_COMPARE(server.command({"LLEN", "redisson_lock_queue:{order}"}).integer, 1);

    Watcher watcher(server.endpoint());
    QVERIFY2(watcher.waitLock("order"), qPrintable(watcher.told()));
    const auto &lock = watcher.locks().at("order");
    QCOMPARE(lock.variant, std::string("RFairLock"));
    QCOMPARE(toString(lock.kind), toString(LockKind::FairLock));
    QCOMPARE(lock.waiters.count, std::int64_t(1));
}

LOCKSCOPE_TEST(MonitoredProtocolsTest)
#include "tst_monitored_protocols.moc"

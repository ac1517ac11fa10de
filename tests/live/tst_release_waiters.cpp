// SPDX-License-Identifier: MIT
// A waiter that really waits, as the library's protocol does, gets a lock at once when it is freed by force: long before its lease would
// have ended or the waiter would have polled.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr Milliseconds lease = 120s; // and no poll before that: only the wake-up can be in time
constexpr Milliseconds poll = 120s;
constexpr auto atOnce = 30s;

struct Worker
{
    Worker(LiveServers &servers, std::int64_t number, const QString &protocol, const ProtocolOptions &options)
        : context(servers, {number, {}, {}, {}})
    {
        auto made = findProtocol(protocol.toStdString())->make(context, "stock", options);
        if (!made)
            qFatal("%s", made.error().text.c_str());
        lock = *std::move(made);
    }

    void acquire(const Wait &wait) { context.scope().start(acquiring(wait)); }
    Task<void> acquiring(Wait wait) { acquired = co_await lock->acquire(lease, wait); }
    bool holds() const { return acquired && acquired->held(); }

    LiveContext context;
    std::unique_ptr<Lock> lock;
    std::optional<Acquired> acquired;
};

Task<void> opening(LiveServers &servers, bool &open)
{
    const auto opened = co_await servers.open();
    open = opened.ok();
}

} // namespace

class ReleaseWaitersTest : public QObject
{
    Q_OBJECT

private slots:
    void areWokenAtOnce_data()
    {
        QTest::addColumn<QString>("protocol");
        QTest::addColumn<ProtocolOptions>("holders");
        QTest::addColumn<ProtocolOptions>("waiters");
        QTest::addColumn<int>("waiting");
        QTest::addColumn<int>("served"); // by one release: all readers, one of the others
        QTest::newRow("lock") << u"redisson"_s << ProtocolOptions() << ProtocolOptions() << 2 << 1;
        QTest::newRow("fair") << u"redisson-fair"_s << ProtocolOptions() << ProtocolOptions() << 2 << 1;
        const ProtocolOptions read = {{"mode", "read"}};
        const ProtocolOptions write = {{"mode", "write"}};
        QTest::newRow("readers behind a writer") << u"redisson-readwrite"_s << write << read << 2 << 2;
        QTest::newRow("a writer behind a reader") << u"redisson-readwrite"_s << read << write << 1 << 1;
        QTest::newRow("writers behind a writer") << u"redisson-readwrite"_s << write << write << 2 << 1;
    }

    void areWokenAtOnce()
    {
        QFETCH(QString, protocol);
        QFETCH(ProtocolOptions, holders);
        QFETCH(ProtocolOptions, waiters);
        QFETCH(int, waiting);
        QFETCH(int, served);
        RedisServer server;
        EventLoop loop;
        LoopClock clock;
        LiveServers servers({server.endpoint()}, {}, loop, clock);
        Scope scope(loop);
        bool open = false;
        scope.start(opening(servers, open));
        QVERIFY(eventually([&] { return open; }));

        Worker holder(servers, 1, protocol, holders);
        holder.acquire(Wait::atOnce());
        QVERIFY(eventually([&] { return holder.holds(); }));
        std::vector<std::unique_ptr<Worker>> line;
        for (int i = 0; i < waiting; ++i) {
            line.push_back(std::make_unique<Worker>(servers, i + 2, protocol, waiters));
            line.back()->acquire(Wait::notified(poll));
        }
        // Each has subscribed, tried once more and started to wait: then no more commands arrive at the server.
        QVERIFY(eventually([&] { return !server.command({"PUBSUB", "CHANNELS", "redisson_*"}).elements.empty(); }));
        qint64 scripts = -1;
        QVERIFY(eventually([&] { return std::exchange(scripts, scriptsRun(server)) == scripts && scripts >= 1 + 2 * waiting; }));

        TestedReleaser releaser(server.endpoint());
        const auto plan = releaser.plan(TestedReleaser::wish("stock"));
        QVERIFY2(plan.possible(), qPrintable(told(plan)));
        QElapsedTimer since;
        since.start();
        const auto report = releaser.release(plan.order);
        QCOMPARE(told(report), u"released"_s);
        QVERIFY(report.told >= 1);
        const auto now = [&] { return std::ranges::count_if(line, [](const auto &worker) { return worker->holds(); }); };
        QVERIFY(eventually([&] { return now() == served; }, atOnce));
        qInfo() << protocol << "served after" << since.elapsed() << "ms";
        QVERIFY(Milliseconds(since.elapsed()) < lease / 2);
    }

private:
    static qint64 scriptsRun(RedisServer &server)
    {
        qint64 calls = 0;
        const auto info = QString::fromStdString(server.command({"INFO", "commandstats"}).text);
        for (const auto &line : info.split(u"\r\n"_s)) {
            if (line.startsWith(u"cmdstat_eval"_s))
                calls += line.section(u"calls="_s, 1).section(u',', 0, 0).toLongLong();
        }
        return calls;
    }
};

LOCKSCOPE_TEST(ReleaseWaitersTest)
#include "tst_release_waiters.moc"

// SPDX-License-Identifier: MIT
// The demo's scene, played faster than in the demo, as the Monitor sees it. And nothing is left of it afterwards.
#include "app/demo/demo_cluster.h"
#include "app/demo/demo_roles.h"
#include "app/demo/demo_scene.h"
#include "lockcore/base/glob.h"
#include "support/fake_context.h"
#include "support/lockscope_process.h"
#include "support/processes.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int quick = 10;
constexpr int unhurried = 5;          // for cases where half a second more or less would change the story
constexpr std::int64_t mostKeys = 18; // eleven locks, a second cart, a fair lock's two companions, leases of two readers, and two more
constexpr auto patience = 60s;        // for events that happen seldom

const std::string imports = "lock:import:eu-1";
const std::string stock = "lock:stock:sync";
const std::string payout = "lock:payout:acme";
const std::string photos = "lock:photos:resize";

RedisServerOptions tcpOptions()
{
    RedisServerOptions options;
    options.tcp = true;
    return options;
}

struct Stage
{
    RedisServer server{tcpOptions()};
    Watcher watcher{server.endpoint()};
    DemoScene scene;

    explicit Stage(int speed = quick)
        : scene(server.endpoint(), server.tcpEndpoint(), {QStringLiteral(LOCKSCOPE_BINARY), speed})
    {
        watcher.monitor().start();
    }

    bool happens(const Bytes &key, EventType type)
    {
        return watcher.waitFor(
            [&] {
                return std::ranges::any_of(watcher.events(),
                                           [&](const LockEvent &event) { return event.id.key == key && event.type == type; });
            },
            patience);
    }
    bool holds(const Bytes &key, const std::function<bool(const LockInfo &)> &condition)
    {
        return watcher.waitFor(
            [&] {
                const auto found = watcher.locks().find(key);
                return found != watcher.locks().end() && condition(found->second);
            },
            patience);
    }
};

std::size_t workersOf(qint64 parent)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(childrenOf(parent), [](const Process &process) { return process.words.value(1) == u"worker"_s; }));
}

std::size_t roleCount()
{
    std::size_t count = 0;
    for (const auto &lock : demoLocks())
        count += lock.roles.size();
    return count;
}

} // namespace

class DemoSceneTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyRole_makesItsOwnLock()
    {
        ReadyQueue queue;
        ManualClock clock;
        FakeContext context(queue, clock);
        std::set<std::string_view> names;
        for (const auto &lock : demoLocks()) {
            for (const auto &role : lock.roles) {
                QVERIFY2(names.insert(role.name).second, role.name.data());
                const auto *protocol = findProtocol(role.protocol);
                QVERIFY2(protocol, role.name.data());
                QVERIFY2(protocol->make(context, Bytes(lock.key), {{"lease", std::to_string(role.lease.count()) + "ms"}}).ok(),
                         role.name.data());
                QVERIFY2(protocol->watchdog || !role.renews, role.name.data());
                QVERIFY2(protocol->readWrite || role.mode == entry::Mode::Exclusive, role.name.data());
                QVERIFY2(role.work.least <= role.work.most && role.rest.least > 0ms && role.rest.least <= role.rest.most, role.name.data());
            }
        }
    }

    void story_coversOnlyTheScenesLocks()
    {
        QVERIFY(demoStory("order:{42}").contains(u"Redisson"_s));
        QVERIFY(!demoStory("cart:{17}:lock").isEmpty());
        QVERIFY(demoStory("order:{43}").isEmpty());
    }

    void scene_isRecognisedByTheMonitor()
    {
        Stage stage;
        const auto is = [](std::string library, LockKind kind) {
            return [library, kind](const LockInfo &lock) { return lock.library == library && lock.kind == kind; };
        };
        // A token shows only its shape, which is also node-redlock's. Once in 64 times it looks like a UUID.
        const auto token = [](const LockInfo &lock) { return lock.library == "node-redlock" || lock.library == "unknown"; };
        QVERIFY2(stage.holds("order:{42}", is("redisson", LockKind::Lock)), qPrintable(stage.watcher.told()));
        QVERIFY(stage.holds("order:{42}", [](const LockInfo &lock) { return lock.waiters.count == 2; }));
        QVERIFY(stage.holds("printer:{labels}", is("redisson", LockKind::FairLock)));
        QVERIFY(stage.holds("printer:{labels}", [](const LockInfo &lock) { return lock.waiters.ids.size() == 2; }));
        QVERIFY(stage.holds("prices:{shoes}", is("redisson", LockKind::RwLock)));
        QVERIFY(stage.holds("prices:{shoes}", [](const LockInfo &lock) { return lock.holders.size() == 2; }));
        QVERIFY(stage.holds("prices:{shoes}", [](const LockInfo &lock) { return lock.holders[0].mode == Mode::Write; }));
        QVERIFY(stage.holds("invoices:{nov}", [](const LockInfo &lock) { return lock.holders[0].count == 3; }));
        QVERIFY(stage.holds("lock:report:daily", token));
        QVERIFY(stage.holds("lock:report:daily", [](const LockInfo &lock) { return lock.renewals.count >= 3; }));
        QVERIFY(stage.holds("lock:digest:mail", [](const LockInfo &lock) { return lock.kind == LockKind::Timestamp; }));
        QVERIFY(stage.holds(imports, token));
        QVERIFY(stage.holds(stock, token));
        QVERIFY(stage.holds(payout, [](const LockInfo &lock) { return lock.library == "redisson"; }));
        QVERIFY(stage.happens("lock:report:daily", EventType::Renewed));
        QVERIFY(std::ranges::any_of(stage.watcher.events(), [](const LockEvent &event) { return event.id.key.starts_with("cart:{"); }));
    }

    void crashedWorkersLease_expires()
    {
        Stage stage;
        QVERIFY2(stage.happens(imports, EventType::Expired), qPrintable(stage.watcher.told()));
        stage.watcher.clear();
        QVERIFY2(stage.happens(imports, EventType::Acquired), qPrintable(stage.watcher.told())); // it was restarted
    }

    void workerKilledBetweenTwoCommands_leavesAnImmortalLock()
    {
        Stage stage;
        const auto immortal = [](const LockInfo &lock) { return lock.state == LockState::Immortal; };
        QVERIFY2(stage.holds(stock, immortal), qPrintable(stage.watcher.told()));
        const auto owner = stage.server.command({"GET", stock}).text;
        QVERIFY2(stage.happens(imports, EventType::Expired), qPrintable(stage.watcher.told())); // after its lease has ended
        QCOMPARE(stage.server.command({"GET", stock}).text, owner);
        QCOMPARE(stage.server.command({"PTTL", stock}).integer, -1);
        stage.server.command({"DEL", stock});
        // Its worker was restarted, and dies in the same way again.
        QVERIFY(stage.holds(stock, [&](const LockInfo &lock) { return lock.holders[0].owner != owner && immortal(lock); }));
    }

    void deletionByStranger_isShownAsDeletedEarly()
    {
        Stage stage(unhurried);
        QVERIFY2(stage.happens(payout, EventType::DeletedEarly), qPrintable(stage.watcher.told()));
        QVERIFY(stage.happens(payout, EventType::Expired)); // the job's own lease, before
    }

    void deletionThatRedisCannotTell_isProvedByATrace()
    {
        Stage stage(2);
        const auto url = u"redis://127.0.0.1:%1"_s.arg(stage.server.tcpEndpoint().port);
        LockscopeProcess trace({u"trace"_s, url, QString::fromStdString(photos), u"--yes"_s, u"--json"_s, u"--for"_s, u"2m"_s});
        QVERIFY2(stage.watcher.waitFor([&] { return trace.out().contains("\"proof\":\"proved\""); }, patience), trace.out());
        trace.interrupt();
        QVERIFY(trace.waitEnd());
        const auto lines = trace.out().split('\n');
        const auto proved = std::ranges::find_if(lines, [](const QByteArray &line) { return line.contains("\"proof\":\"proved\""); });
        QVERIFY2(proved->contains("removed-while-held") && proved->contains("importer-1@img-3"), proved->constData());
        for (const auto &event : stage.watcher.events())
            QVERIFY(event.id.key != photos || event.type != EventType::DeletedEarly); // Redis alone does not show it
    }

    // Sixty times as fast. Only the scene's own keys may remain, whatever came and went.
    void longPlay_leavesNoKeysBehind()
    {
        Stage stage(60);
        const auto &watcher = stage.watcher;
        const auto crashes = [&] {
            return std::ranges::count_if(
                watcher.events(), [](const LockEvent &event) { return event.id.key == imports && event.type == EventType::Expired; });
        };
        QVERIFY(stage.watcher.waitFor([&] { return crashes() >= 30; }, patience));
        const auto keys = stage.server.command({"DBSIZE"}).integer;
        QVERIFY2(keys <= mostKeys, QByteArray::number(static_cast<qlonglong>(keys)));
    }

    void sceneEnds_noWorkerIsLeft()
    {
        const RedisServer server;
        auto scene =
            std::make_unique<DemoScene>(server.endpoint(), server.endpoint(), DemoSceneOptions{QStringLiteral(LOCKSCOPE_BINARY), quick});
        QTRY_VERIFY(workersOf(::getpid()) > 0);
        scene.reset();
        QCOMPARE(workersOf(::getpid()), std::size_t(0));
    }

    void lockscopeKilled_nothingIsLeft_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<std::size_t>("servers");
        QTest::newRow("server") << u"--demo"_s << std::size_t(1);
        QTest::newRow("cluster") << u"--demo=cluster"_s << std::size_t(6);
    }

    void lockscopeKilled_nothingIsLeft()
    {
        QFETCH(QString, option);
        QFETCH(std::size_t, servers);
        const QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        LockscopeProcess lockscope({option});
        QVERIFY(lockscope.waitFor([&] { return workersOf(lockscope.pid()) >= roleCount() - 1; })); // one of them dies at once
        const auto children = childrenOf(lockscope.pid());
        std::vector<QDir> directories;
        std::vector<Process> running;
        for (const auto &child : children) {
            if (child.words.value(1) != u"supervise"_s)
                continue;
            directories.emplace_back(child.words.value(2));
            QVERIFY(directories.back().exists());
            for (auto &server : childrenOf(child.pid))
                running.push_back(std::move(server));
        }
        QCOMPARE(directories.size(), servers);
        QCOMPARE(running.size(), servers);
        const auto worker = std::ranges::find_if(children, [](const Process &child) { return child.words.value(1) == u"worker"_s; });
        ::kill(worker->pid, SIGSTOP); // also ends a stopped process
        ::kill(static_cast<pid_t>(lockscope.pid()), SIGKILL);
        QVERIFY(lockscope.waitEnd());
        for (const auto &child : children)
            QTRY_VERIFY2(!isAlive(child), qPrintable(child.words.join(u' ')));
        for (const auto &server : running)
            QTRY_VERIFY(!isAlive(server));
        for (const auto &directory : directories)
            QTRY_VERIFY(!directory.exists());
    }

    // Each node has some of the locks, and each role makes its own.
    void cluster_hasEveryLockOnce()
    {
        auto cluster = DemoCluster::start(LOCKSCOPE_BINARY);
        QVERIFY2(cluster.ok(), cluster ? "" : cluster.error().text.c_str());
        const auto endpoint = (*cluster)->endpoint();
        Watcher watcher(endpoint);
        DemoSceneOptions options{QStringLiteral(LOCKSCOPE_BINARY), quick};
        options.home = [&](const Bytes &key) { return (*cluster)->homeOf(key); };
        const DemoScene scene(endpoint, endpoint, options);
        std::set<std::string> nodes;
        std::set<std::string_view> seen;
        QVERIFY(watcher.waitFor(
            [&] {
                for (const auto &event : watcher.events()) {
                    nodes.insert(event.node);
                    for (const auto &lock : demoLocks()) {
                        if (globMatches(lock.key, event.id.key))
                            seen.insert(lock.key);
                    }
                }
                return seen.size() == demoLocks().size();
            },
            patience));
        QCOMPARE(nodes.size(), LabCluster::primaries);
    }
};

LOCKSCOPE_TEST(DemoSceneTest)
#include "tst_demo_scene.moc"

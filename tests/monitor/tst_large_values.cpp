// SPDX-License-Identifier: MIT
// Values that are too large to be read, or become so between two looks, on a real server: they are named, everything else is shown, and no
// session is lost.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Phase = MonitorState::Phase;

const std::string token = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";
const std::string owner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const QString longListpacks = u"hash-max-listpack-value 100000000"_s;
const QString withoutMemory = u"user w on >w ~* &* +@all -memory"_s;
constexpr std::size_t tooLarge = 20'000'000; // for one reply

} // namespace

class LargeValuesTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void largeHashesBesideLocks_areNamedAndNeverRead_data()
    {
        QTest::addColumn<QStringList>("config");
        QTest::newRow("hash tables") << QStringList();
        QTest::newRow("listpacks") << QStringList{longListpacks};
    }

    void largeHashesBesideLocks_areNamedAndNeverRead()
    {
        QFETCH(QStringList, config);
        start(config);
        takeLocks();
        for (int i = 1; i <= 20; ++i)
            server({"HSET", "lock:" + std::to_string(i), "a", std::string(8'000'000, 'x')});
        server({"HSET", "order", "data", std::string(8'000'000, 'x')}); // nothing suggests that it is a lock
        server({"CONFIG", "RESETSTAT"});
        list();
        verifyListed();
        QCOMPARE(m_watcher->state().coverage.suspects(), 0); // no library writes such locks
        QCOMPARE(large(), u"lock:1, lock:10, lock:11, lock:12, lock:13, lock:14, lock:15, lock:16, lock:17, lock:18, lock:19, lock:2, "
                          "lock:20, lock:3 and 6 more"_s);
        QVERIFY2(stat("total_net_output_bytes:") < 100'000, qPrintable(m_watcher->told()));
    }

    // Together they are more than one reply may be.
    void hashesThatOnlyTogetherAreTooLarge_areListed()
    {
        start({u"hash-max-listpack-entries 100000"_s}); // what is compact is answered whole
        constexpr int hashes = 20;
        constexpr int readers = 20'000; // 0.9 MB
        Command command = {"HSET", "lock:0", "mode", "read"};
        for (int n = 0; n < readers; ++n) {
            command.push_back("9f3ac21e-4b7d-4c1a-8f00-12345" + std::to_string(1'000'000 + n) + ":12345");
            command.emplace_back("1");
        }
        server(command);
        server({"PEXPIRE", "lock:0", "600000"});
        for (int i = 1; i < hashes; ++i)
            server({"COPY", "lock:0", "lock:" + std::to_string(i)});
        QCOMPARE(server({"OBJECT", "ENCODING", "lock:1"}).text, std::string("listpack"));
        const auto before = stat("total_connections_received:");
        list();
        QCOMPARE(stat("total_connections_received:"), before + 1);
        QVERIFY2(m_watcher->locks().size() == hashes, qPrintable(m_watcher->told()));
        QCOMPARE(m_watcher->locks().at("lock:7").moreHolders, readers);
        QCOMPARE(large(), QString());
    }

    // Nobody says how large what is compact is, so it is read: each as far as one reply may be.
    void aUserWithoutMemory_isToldOfLargeHashesToo()
    {
        start({longListpacks, withoutMemory});
        takeLocks();
        for (int i = 1; i <= 3; ++i)
            server({"HSET", "lock:" + std::to_string(i), "a", std::string(8'000'000, 'x')});
        server({"HSET", "lock:4", "a", std::string(tooLarge, 'x')});
        server({"ZADD", "lock:5", "1", std::string(8'000'000, 'x')}); // not compact
        list();
        verifyListed();
        QCOMPARE(large(), u"lock:1, lock:2, lock:3, lock:4"_s);
        QVERIFY(has(Notice::Kind::Unmeasured));
        QCOMPARE(m_watcher->state().coverage.suspects(), 1); // the sorted set
    }

    // A server prepares all answers that are asked for together, and Lockscope must not ask for all of them again after each that it refuses.
    void manyThatNobodyMayMeasure_areReadOnce()
    {
        start({longListpacks, withoutMemory});
        takeLocks();
        server({"HSET", "lock:d", owner, "1"});
        constexpr int hashes = 12;
        for (int i = 0; i < hashes; ++i)
            server({"HSET", "lock:" + std::to_string(i), "a", std::string(tooLarge, 'x')});
        server({"CONFIG", "RESETSTAT"});
        list();
        const auto read = stat("cmdstat_hscan:calls=");
        QVERIFY2(read <= hashes + 3 + 5, qPrintable(QString::number(read))); // the first four are asked for together; and lock:d
        QVERIFY2(m_watcher->locks().size() == m_locks.size() + 1, qPrintable(m_watcher->told()));
        QVERIFY(large().startsWith(u"lock:0, lock:1, lock:10"_s));
        QVERIFY(!has(Notice::Kind::Unmeasured));
    }

    void manyThatNobodyMayMeasure_endNoSession()
    {
        start({longListpacks, withoutMemory});
        takeLocks();
        constexpr int hashes = 6;
        for (int i = 0; i < hashes; ++i)
            server({"HSET", "lock:" + std::to_string(i), "a", std::string(tooLarge, 'x')});
        watch();
        awaitSweeps();
        server({"CONFIG", "RESETSTAT"});
        awaitSweeps();
        QCOMPARE(stat("cmdstat_hscan:calls="), 0);
        QVERIFY2(m_wasLost.isEmpty(), qPrintable(m_wasLost));
        // Nor are they read by the next session.
        server({"CLIENT", "KILL", "TYPE", "normal"});
        QVERIFY(m_watcher->waitFor([&] { return !m_wasLost.isEmpty() && m_watcher->state().phase == Phase::Live; }));
        awaitSweeps();
        QCOMPARE(stat("cmdstat_hscan:calls="), 0);
        QCOMPARE(large(), u"lock:0, lock:1, lock:2, lock:3, lock:4, lock:5"_s);
    }

    void whatWasTooLarge_isNotReadByEachSweep()
    {
        start({longListpacks, withoutMemory});
        server({"HSET", "lock:4", "a", std::string(tooLarge, 'x')});
        takeLocks();
        watch();
        QCOMPARE(large(), u"lock:4"_s);
        awaitSweeps(); // so that it is known how many elements it has
        const auto before = stat("total_connections_received:");
        awaitSweeps();
        QCOMPARE(stat("total_connections_received:"), before);
        QCOMPARE(large(), u"lock:4"_s);
        // It is read when it has become another one.
        server({"DEL", "lock:4"});
        QVERIFY(m_watcher->waitFor([&] { return large().isEmpty(); }));
        server({"HSET", "lock:4", owner, "1"});
        QVERIFY(m_watcher->waitLock("lock:4"));
        QVERIFY(m_wasLost.isEmpty());
    }

    // Whether one reply can carry it or not.
    void aLockThatBecomesLarge_isTheOnlyOneThatIsLostSightOf_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::newRow("8 MB") << 8'000'000;
        QTest::newRow("20 MB") << 20'000'000;
    }

    void aLockThatBecomesLarge_isTheOnlyOneThatIsLostSightOf()
    {
        QFETCH(int, bytes);
        start();
        takeLocks();
        server({"HSET", "order", owner, "1"});
        watch();
        QVERIFY(m_watcher->waitLock("order"));
        // In one transaction, so that the feed reads them together.
        std::vector<Command> changes = {{"MULTI"}, {"HSET", "order", "data", std::string(static_cast<std::size_t>(bytes), 'x')}};
        for (const auto &key : m_locks)
            changes.push_back({"PEXPIRE", key, "700000"});
        changes.push_back({"EXEC"});
        m_server->pipeline(changes);
        QVERIFY(m_watcher->waitEvents("order", u"seen out-of-sight"_s));
        QVERIFY(m_watcher->last("order")->why.starts_with("it has become too large to be read"));
        QVERIFY(m_watcher->waitFor([&] { return large() == u"order"_s; }));
        for (const auto &key : m_locks)
            QVERIFY2(m_watcher->waitEvents(key, u"seen renewed"_s), qPrintable(m_watcher->told()));
        // It changes again, and so does another one.
        server({"HINCRBY", "order", owner, "1"});
        server({"DEL", "lock:a"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen renewed ended"_s));
        awaitSweeps();
        QCOMPARE(large(), u"order"_s);
        // A release that is announced is a reason to read a key, but not this one.
        const auto before = stat("total_connections_received:");
        server({"PUBLISH", "redisson_lock__channel:{order}", "0"});
        server({"DEL", "lock:b"});
        QVERIFY(m_watcher->waitEvents("lock:b", u"seen renewed ended"_s));
        QCOMPARE(stat("total_connections_received:"), before);
        server({"DEL", "order"});
        server({"HSET", "order", owner, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen out-of-sight seen"_s));
        QVERIFY(m_watcher->waitFor([&] { return large().isEmpty(); }));
        QVERIFY2(m_wasLost.isEmpty(), qPrintable(m_wasLost));
    }

    void locksThatBecomeLargeTogether_areReadOnceMore()
    {
        start({longListpacks});
        takeLocks();
        constexpr int orders = 5;
        std::vector<Command> changes = {{"MULTI"}};
        for (int i = 0; i < orders; ++i) {
            server({"HSET", "order:" + std::to_string(i), owner, "1"});
            changes.push_back({"HSET", "order:" + std::to_string(i), "data", std::string(tooLarge, 'x')});
        }
        changes.push_back({"EXEC"});
        watch();
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().size() == m_locks.size() + orders; }));
        server({"CONFIG", "RESETSTAT"});
        m_server->pipeline(changes);
        for (int i = 0; i < orders; ++i)
            QVERIFY(m_watcher->waitEvents("order:" + std::to_string(i), u"seen out-of-sight"_s));
        const auto read = stat("cmdstat_hscan:calls=");
        QVERIFY2(read <= 3 * orders, qPrintable(QString::number(read)));
        QVERIFY2(m_wasLost.isEmpty(), qPrintable(m_wasLost));
    }

    // Only the first entries of a queue are read, and measured once.
    void aLargeEntryThatComesToTheHeadOfAQueue_isNotRead_data()
    {
        QTest::addColumn<QString>("rights");
        QTest::newRow("measured") << u"user w on >w ~* &* +@all"_s;
        QTest::newRow("without the right to measure") << withoutMemory;
    }

    void aLargeEntryThatComesToTheHeadOfAQueue_isNotRead()
    {
        QFETCH(QString, rights);
        start({rights});
        takeLocks();
        server({"HSET", "order", owner, "1"});
        Command entries = {"RPUSH", "redisson_lock_queue:{order}"};
        for (std::int64_t i = 0; i < 2 * Value::mostListed; ++i)
            entries.push_back("9f3ac21e-4b7d-4c1a-8f00-" + std::to_string(100'000'000'000 + i) + ":1");
        entries.emplace_back(tooLarge, 'x');
        server(entries);
        watch();
        const auto entriesAre = [](const std::string &summary) {
            return [summary](const LockInfo &lock) {
                return std::ranges::any_of(lock.companions, [&](const auto &companion) { return companion.summary == summary; });
            };
        };
        QVERIFY(m_watcher->waitLock("order", entriesAre("129 entries")));
        server({"LTRIM", "redisson_lock_queue:{order}", "100", "-1"});
        QVERIFY2(m_watcher->waitLock("order", entriesAre("29 entries")), qPrintable(m_watcher->told()));
        server({"HINCRBY", "order", owner, "1"});
        QVERIFY(m_watcher->waitEvents("order", u"seen reentered"_s));
        QVERIFY2(m_wasLost.isEmpty(), qPrintable(m_wasLost));
        QCOMPARE(large(), QString());
    }

    // The connection that reads is the one that the server tracks.
    void onABusyServer_whatWasReadIsTrackedAgain()
    {
        start();
        takeLocks();
        server({"HSET", "order", owner, "1"});
        server({"HSET", "invoice", owner, "1"});
        watch();
        QVERIFY(whileBusy([&] { return !m_watcher->state().allNames && m_watcher->locks().contains("invoice"); }));
        server({"HSET", "order", "data", std::string(tooLarge, 'x')});
        QVERIFY(whileBusy([&] { return m_watcher->story("order") == u"seen out-of-sight"_s; }));
        server({"HINCRBY", "invoice", owner, "1"});
        QVERIFY(whileBusy([&] { return m_watcher->story("invoice") == u"seen reentered"_s; }));
        QVERIFY(!m_watcher->state().allNames);
        QVERIFY2(m_wasLost.isEmpty(), qPrintable(m_wasLost));
    }

    void namesThatTogetherAreTooLarge_areListed()
    {
        start();
        takeLocks();
        for (int i = 0; i < 30; ++i)
            server({"SET", std::to_string(i) + std::string(1'000'000, 'n'), "x"});
        list();
        verifyListed();
        QCOMPARE(m_watcher->state().keysSeen, 30 + std::int64_t(m_locks.size()));
    }

private:
    void start(const QStringList &config = {})
    {
        m_wasLost.clear();
        m_server = std::make_unique<RedisServer>(config);
        m_endpoint = m_server->endpoint();
        if (config.join(u'\n').contains(u"user w"_s))
            m_endpoint.user = m_endpoint.password = "w";
    }

    Reply server(const Command &command) { return m_server->command(command); }

    void takeLocks()
    {
        for (const auto &key : m_locks)
            server({"SET", key, token, "PX", "600000"});
    }

    void list()
    {
        auto options = Watcher::quick();
        options.watch = false;
        begin(options);
    }

    void watch()
    {
        auto options = Watcher::quick();
        options.sweepShare = 1; // some tests wait for sweeps
        begin(options);
    }

    void begin(const MonitorOptions &options)
    {
        m_watcher.emplace(m_endpoint, options);
        QObject::connect(&m_watcher->monitor(), &Monitor::changed, this, [this](const MonitorChange &change) {
            const auto phase = change.state.phase;
            if (phase == Phase::Lost || phase == Phase::Failed)
                m_wasLost = QString::fromStdString(change.state.error->text);
        });
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->state().phase == Phase::Live || !m_wasLost.isEmpty(); }));
        QVERIFY2(m_wasLost.isEmpty(), qPrintable(m_wasLost));
    }

    void verifyListed() const
    {
        std::vector<std::string> listed;
        for (const auto &[key, lock] : m_watcher->locks())
            listed.push_back(key);
        QVERIFY2(listed == m_locks, qPrintable(m_watcher->told()));
    }

    /// Three sweeps that begin from here on are complete.
    void awaitSweeps()
    {
        const auto passes = [this] { return stat("cmdstat_scan:calls="); };
        const auto before = passes();
        QVERIFY(m_watcher->waitFor([&] { return passes() >= before + 4; }));
    }

    bool whileBusy(const std::function<bool()> &condition)
    {
        std::vector<Command> writes;
        for (int i = 0; i < 300; ++i)
            writes.push_back({"SET", "data:" + std::to_string(i), "x"});
        return m_watcher->waitFor(
            [&] {
                m_server->pipeline(writes);
                return condition();
            },
            60s);
    }

    std::int64_t stat(const char *name)
    {
        const auto info = server({"INFO", "everything"}).text;
        const auto at = info.find(name);
        return at == info.npos ? 0 : std::stoll(info.substr(at + std::strlen(name)));
    }

    bool has(Notice::Kind kind) const
    {
        return std::ranges::any_of(m_watcher->state().notices, [kind](const Notice &notice) { return notice.kind == kind; });
    }

    /// The keys that are named as too large.
    QString large() const
    {
        for (const auto &notice : m_watcher->state().notices) {
            if (notice.kind == Notice::Kind::TooLarge)
                return QString::fromStdString(notice.text);
        }
        return {};
    }

    const std::vector<std::string> m_locks = {"lock:a", "lock:b", "lock:c"};
    std::unique_ptr<RedisServer> m_server;
    Endpoint m_endpoint;
    std::optional<Watcher> m_watcher;
    QString m_wasLost; ///< a session was, and why
};

LOCKSCOPE_TEST(LargeValuesTest)
#include "tst_large_values.moc"

// SPDX-License-Identifier: MIT
// How many connections a Monitor makes to a server that ends or refuses every session: few.
#include "support/fake_redis.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Phase = MonitorState::Phase;

constexpr int perSession = 4; // connections of one session

QString textOf(const std::optional<Error> &error) { return error ? QString::fromStdString(error->text) : u"no error"_s; }

} // namespace

class MonitorRetriesTest : public QObject
{
    Q_OBJECT

private slots:
    void tooLargeScan_isTriedThreeTimes()
    {
        FakeRedis server;
        server.answerTo("SCAN", "*2\r\n$1\r\n0\r\n*2000000\r\n");
        Watcher watcher(server.endpoint());
        constexpr int most = 3 * (perSession + 4); // each time also for fewer names, over connections of their own
        QVERIFY(watcher.waitFor([&] { return watcher.state().phase == Phase::Failed || server.connections() > most; }));
        QVERIFY(server.connections() >= 3 * perSession && server.connections() <= most);
        QCOMPARE(watcher.state().phase, Phase::Failed);
        QCOMPARE(watcher.state().error->detail, "too-large");
    }

    void serverEndingEverySession_isRetriedMoreRarely()
    {
        FakeRedis server;
        server.closeWhenAsked("SCAN");
        std::vector<Milliseconds> waits;
        Watcher watcher(server.endpoint());
        QObject::connect(&watcher.monitor(), &Monitor::changed, this, [&](const MonitorChange &change) {
            const auto &wait = change.state.retryIn;
            if (change.state.phase == Phase::Lost && wait && (waits.empty() || waits.back() != *wait))
                waits.push_back(*wait);
        });
        QVERIFY(watcher.waitFor([&] { return waits.size() >= 5; }, 30s));
        QVERIFY2(waits.at(4) > 1s, std::to_string(waits.at(4).count()).c_str());
        QVERIFY(server.connections() <= 6 * perSession);
    }

    // Without locks no look is needed, so the watch begins; the first lock shows that looks are not permitted.
    void userWithoutTransactions_watchEndsAtFirstLock_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("multi") << u"multi"_s;
        QTest::newRow("exec") << u"exec"_s;
    }

    void userWithoutTransactions_watchEndsAtFirstLock()
    {
        QFETCH(const QString, command);
        RedisServer server(QStringList{u"user w on >w ~* &* +@all -"_s + command});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        Watcher watcher(endpoint);
        QVERIFY(watcher.waitLive());
        server.command({"ACL", "LOG", "RESET"});
        const auto before = connectionsOf(server);
        server.command({"SET", "lock:a", "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f", "PX", "60000"});
        QVERIFY(watcher.waitFor([&] { return watcher.state().phase == Phase::Failed || connectionsOf(server) > before + 3 * perSession; }));
        verifyStopped(watcher, u"'%1' command"_s.arg(command).toLatin1().constData());
        QCOMPARE(connectionsOf(server), before);
        QVERIFY(denialsOf(server) <= 3);
    }

    // INFO contains the version, which decides about the command for deadlines. Without it, Lockscope must not ask for a right that it does
    // not need.
    void userWithoutInfo_lacksOnlyInfo()
    {
        RedisServer server(QStringList{u"user w on >w ~* &* +@all -info -pttl"_s});
        server.command({"SET", "lock:a", "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f", "PX", "60000"});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        Watcher watcher(endpoint);
        QVERIFY(watcher.waitFor([&] { return watcher.state().phase == Phase::Live || watcher.state().error; }));
        QVERIFY2(!watcher.state().error, qPrintable(watcher.told()));
        QVERIFY(watcher.waitLock("lock:a", [](const LockInfo &lock) { return lock.deadline.has_value(); }));
        QCOMPARE(deniedOf(watcher), QStringList{u"INFO"_s});
    }

    void infoWithdrawnAndGranted_isReportedAndUsedAgain()
    {
        RedisServer server(QStringList{u"user w on >w ~* &* +@all"_s});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        Watcher watcher(endpoint);
        QVERIFY(watcher.waitFor([&] { return watcher.state().phase == Phase::Live && noticesExchanges(watcher, "within seconds"); }));
        const auto version = watcher.state().server.version;
        QVERIFY(!version.empty() && deniedOf(watcher).isEmpty());
        server.command({"ACL", "SETUSER", "w", "-info"});
        QVERIFY(watcher.waitFor([&] { return deniedOf(watcher) == QStringList{u"INFO"_s}; }, 40s));
        QVERIFY(watcher.waitFor([&] { return noticesExchanges(watcher, "within minutes"); }, 40s));
        QCOMPARE(watcher.state().server.version, version);
        QCOMPARE(watcher.state().server.role, "primary");
        server.command({"ACL", "SETUSER", "w", "+info"});
        QVERIFY(watcher.waitFor([&] { return deniedOf(watcher).isEmpty(); }, 40s));
        QVERIFY(watcher.waitFor([&] { return noticesExchanges(watcher, "within seconds"); }, 40s));
    }

    // A key that announces its releases, and once does not, was deleted early. That is known only if the server itself removed nothing
    // since.
    void removalCounts_areUsedAgainWhenInfoIsGranted()
    {
        RedisServer server(QStringList{u"user w on >w ~* &* +@all -info"_s});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        Watcher watcher(endpoint);
        QVERIFY(watcher.waitLive());
        server.command({"ACL", "SETUSER", "w", "+info"});
        QVERIFY(watcher.waitFor([&] { return deniedOf(watcher).isEmpty(); }, 40s));
        QElapsedTimer since;
        since.start();
        QString told;
        while (told != u"acquired deleted-early"_s && since.elapsed() < 40'000) {
            for (const bool announced : {true, true, false}) {
                watcher.clear();
                server.command({"HSET", "order", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17", "1"});
                QVERIFY(watcher.waitEvents("order", u"acquired"_s));
                const auto release = announced ? "redis.call('publish', 'redisson_lock__channel:{order}', '0')" : "";
                server.command({"EVAL", "redis.call('del', KEYS[1]) " + std::string(release), "1", "order"});
                QVERIFY(watcher.waitFor([&] { return watcher.story("order") != u"acquired"_s; }));
                told = watcher.story("order");
            }
        }
        QCOMPARE(told, u"acquired deleted-early"_s);
    }

    // On a replica, the primary may have extended a lease that is over here.
    void replicaWithoutInfo_isKnownByItsRole()
    {
        RedisServerOptions options;
        options.tcp = true;
        RedisServer primary(options);
        const auto address = primary.tcpEndpoint();
        RedisServer server(QStringList{u"user w on >w ~* &* +@all -info"_s, u"replicaof 127.0.0.1 %1"_s.arg(address.port)});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        Watcher watcher(endpoint);
        QVERIFY(watcher.waitLive());
        QCOMPARE(watcher.state().server.role, "replica");
        QVERIFY(has(watcher, Notice::Kind::Replica));
        QVERIFY(watcher.waitFor([&] { return !has(watcher, Notice::Kind::MasterLinkDown); }, 60s));
        primary.command({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "20000"});
        primary.command({"SET", "lasts longer", "1", "PX", "20500"});
        QVERIFY(watcher.waitLock("lock:a"));
        server.command({"REPLICAOF", "127.0.0.1", "1"});
        QVERIFY(watcher.waitFor([&] { return has(watcher, Notice::Kind::MasterLinkDown); }, 40s));
        primary.command({"PEXPIRE", "lock:a", "600000"});
        RedisClient client(server.endpoint());
        QVERIFY(watcher.waitFor([&] { return client.command({"EXISTS", "lasts longer"}).integer == 0; }, 60s));
        server.command({"REPLICAOF", address.host, std::to_string(address.port)});
        QVERIFY(watcher.waitFor([&] { return !has(watcher, Notice::Kind::MasterLinkDown); }, 60s));
        for (const auto &event : watcher.events())
            QVERIFY2(event.type != EventType::Expired, qPrintable(watcher.told()));
    }

    // PING: otherwise each change would cause an entry in the server's ACL LOG.
    void withdrawnRight_endsTheWatchAtNextChange_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("GETRANGE") << u"getrange"_s;
        QTest::newRow("PING") << u"ping"_s;
    }

    void withdrawnRight_endsTheWatchAtNextChange()
    {
        QFETCH(QString, command);
        RedisServer server(QStringList{u"user w on >w ~* &* +@all"_s});
        server.command({"SET", "lock:a", "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f", "PX", "60000"});
        auto endpoint = server.endpoint();
        endpoint.user = endpoint.password = "w";
        Watcher watcher(endpoint);
        QVERIFY(watcher.waitLock("lock:a"));
        QVERIFY(watcher.waitLive());
        server.command({"ACL", "SETUSER", "w", (u'-' + command).toStdString()});
        server.command({"PEXPIRE", "lock:a", "90000"});
        QVERIFY(watcher.waitFor([&] { return watcher.state().phase == Phase::Failed; }));
        verifyStopped(watcher, u"'%1' command"_s.arg(command).toLatin1().constData());
        QCOMPARE(watcher.story("lock:a"), u"seen"_s); // nothing is known about its end
    }

private:
    static QStringList deniedOf(const Watcher &watcher)
    {
        QStringList denied;
        for (const auto &notice : watcher.state().notices) {
            if (notice.kind == Notice::Kind::DeniedCommand)
                denied += QString::fromStdString(notice.text);
        }
        return denied;
    }

    static bool has(const Watcher &watcher, Notice::Kind kind)
    {
        return std::ranges::any_of(watcher.state().notices, [kind](const Notice &notice) { return notice.kind == kind; });
    }

    static bool noticesExchanges(const Watcher &watcher, const char *when)
    {
        return std::ranges::any_of(watcher.state().blindSpots,
                                   [when](const std::string &spot) { return spot.starts_with("SWAPDB") && spot.ends_with(when); });
    }

    static void verifyStopped(const Watcher &watcher, const char *words)
    {
        QCOMPARE(watcher.state().phase, Phase::Failed);
        QVERIFY2(textOf(watcher.state().error).contains(QString::fromLatin1(words)), qPrintable(textOf(watcher.state().error)));
    }

    static int connectionsOf(RedisServer &server)
    {
        const auto info = QByteArray::fromStdString(server.command({"INFO", "stats"}).text);
        const auto at = info.indexOf("total_connections_received:");
        return info.mid(at + 27, info.indexOf('\r', at) - at - 27).toInt();
    }

    static std::int64_t denialsOf(RedisServer &server)
    {
        std::int64_t sum = 0;
        for (const auto &entry : server.command({"ACL", "LOG"}).elements)
            sum += entry.elements.at(1).toInteger().value_or(0);
        return sum;
    }
};

LOCKSCOPE_TEST(MonitorRetriesTest)
#include "tst_monitor_retries.moc"

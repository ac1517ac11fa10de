// SPDX-License-Identifier: MIT
// What INFO says about a server, and how its clock is estimated.
#include "support/test_program.h"

#include "lockcore/monitor/reading/denied_names.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/monitor/reading/server_clock.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

QString kinds(const char *info)
{
    static const std::map<Notice::Kind, QString> words = {
        {Notice::Kind::Replica, u"replica"_s},    {Notice::Kind::MasterLinkDown, u"link-down"_s}, {Notice::Kind::ClusterNode, u"cluster"_s},
        {Notice::Kind::EvictsLocks, u"evicts"_s}, {Notice::Kind::LaggingReplicas, u"lag"_s},      {Notice::Kind::Busy, u"busy"_s}};
    QStringList all;
    for (const auto &notice : noticesFrom(parseInfo(info)))
        all += words.at(notice.kind);
    return all.join(u' ');
}

} // namespace

class ServerCheckTest : public QObject
{
    Q_OBJECT

private slots:
    void info_isParsedLineByLine()
    {
        const auto info = parseInfo("# Server\r\nredis_version:7.0.15\r\n\r\nexecutable:/a:b\r\nnoise\r\nlast:1");
        QCOMPARE(info.size(), std::size_t(3));
        QCOMPARE(infoText(info, "redis_version"), std::string_view("7.0.15"));
        QCOMPARE(infoText(info, "executable"), std::string_view("/a:b"));
        QCOMPARE(infoNumber(info, "last"), 1);
        QCOMPARE(infoNumber(info, "missing"), 0);
        QVERIFY(parseInfo("").empty());
        QVERIFY(parseInfo("\n\n\r\n::").size() <= 1);
    }

    void notices_followFromInfo_data()
    {
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<QString>("notices");
        QTest::newRow("a plain primary") << QByteArray("role:master\nredis_mode:standalone\nmaxmemory:0\nmaxmemory_policy:noeviction")
                                         << QString();
        QTest::newRow("a replica") << QByteArray("role:slave\nmaster_host:h\nmaster_port:1\nmaster_link_status:up") << u"replica"_s;
        QTest::newRow("a replica alone") << QByteArray("role:slave\nmaster_link_status:down") << u"replica link-down"_s;
        QTest::newRow("a cluster's node") << QByteArray("role:master\nredis_mode:cluster") << u"cluster"_s;
        QTest::newRow("a cluster's node, Valkey") << QByteArray("role:master\nserver_mode:cluster") << u"cluster"_s;
        QTest::newRow("evicts any") << QByteArray("maxmemory:100\nmaxmemory_policy:allkeys-lru") << u"evicts"_s;
        QTest::newRow("evicts what has a TTL") << QByteArray("maxmemory:100\nmaxmemory_policy:volatile-ttl") << u"evicts"_s;
        QTest::newRow("no limit, so no eviction") << QByteArray("maxmemory:0\nmaxmemory_policy:allkeys-lru") << QString();
        QTest::newRow("full") << QByteArray("maxmemory:100\nused_memory:101\nmaxmemory_policy:noeviction") << u"busy"_s;
        QTest::newRow("not full") << QByteArray("maxmemory:100\nused_memory:99\nmaxmemory_policy:noeviction") << QString();
        QTest::newRow("loads") << QByteArray("loading:1") << u"busy"_s;
        QTest::newRow("loads beside") << QByteArray("loading:0\nasync_loading:1") << u"busy"_s;
        QTest::newRow("offsets that are none") << QByteArray(
            "master_repl_offset:9223372036854775807\nslave0:ip=a,port=1,state=online,offset=-9223372036854775808,lag=0")
                                               << u"lag"_s;
        QTest::newRow("a replica lags") << QByteArray("master_repl_offset:9000000\nslave0:ip=a,port=1,state=online,offset=8999999,lag=0\n"
                                                      "slave1:ip=b,port=2,state=online,offset=1000,lag=9")
                                        << u"lag"_s;
        QTest::newRow("replicas keep up") << QByteArray("master_repl_offset:9000000\nslave0:ip=a,port=1,state=online,offset=8999999,lag=0")
                                          << QString();
        QTest::newRow("replicas in nonsense") << QByteArray("slave0:offset=\nslave1:\nslave2:offset=x,\nslavery:1") << QString();
    }
    void notices_followFromInfo()
    {
        QFETCH(const QByteArray, info);
        QFETCH(const QString, notices);
        QCOMPARE(kinds(info.constData()), notices);
    }

    void versions_areComparedByNumber()
    {
        ServerCheck check;
        check.facts.version = "7.0.15";
        QVERIFY(check.atLeast(7, 0) && check.atLeast(6, 2) && !check.atLeast(7, 2) && !check.atLeast(10, 0));
        check.facts.version = "10.1";
        QVERIFY(check.atLeast(7, 2) && check.atLeast(10, 1));
        for (const char *odd : {"", "x", "7", ".", "7.", "99999999999999999999.1"}) {
            check.facts.version = odd;
            check.atLeast(7, 0);
        }
        check.facts.version.clear();
        QVERIFY(!check.atLeast(7, 0));
        check.facts.hasPexpiretime = true;
        QVERIFY(check.atLeast(7, 0) && check.atLeast(6, 2) && !check.atLeast(7, 2));
    }

    void errors_areDistinguished()
    {
        const auto command7 = serverError("NOPERM User w has no permissions to run the 'scan' command");
        const auto command6 = serverError("NOPERM this user has no permissions to run the 'scan' command or its subcommand");
        const auto key7 = serverError("NOPERM No permissions to access a key");
        const auto key6 = serverError("NOPERM this user has no permissions to access one of the keys used as arguments");
        QVERIFY(isCommandRefused(command7) && isCommandRefused(command6));
        QVERIFY(!isCommandRefused(key7) && !isCommandRefused(key6));
        QVERIFY(isKeyDenied(key7) && isKeyDenied(key6) && !isKeyDenied(command7));
        QVERIFY(isCommandRefused(serverError("ERR unknown command 'SCAN', with args beginning with: '0'")));
        QVERIFY(noticeOfRefused(serverError("ERR unknown command 'INFO', with args beginning with: "), "INFO").kind
                == Notice::Kind::UnknownCommand);
        QVERIFY(noticeOfRefused(command7, "SCAN") == (Notice{Notice::Kind::DeniedCommand, "SCAN"}));
        QVERIFY(isBusy(serverError("BUSY Redis is busy")) && isBusy(serverError("LOADING x")) && !isBusy(key7));
        QVERIFY(isBusy(serverError("CLUSTERDOWN The cluster is down")) && hindrance({Reply::error("CLUSTERDOWN x")}));
        QVERIFY(!hindrance({Reply::error("WRONGTYPE x"), Reply::number(1), Reply::error(key7.text)}));
        QVERIFY(hindrance({Reply::number(1), Reply::error("BUSY x")}));
    }

    void deniedNames_areNeverReadInBulk()
    {
        LargeNames large;
        DeniedNames denied(large);
        std::vector<std::string> names;
        for (int i = 0; i < 1000; ++i)
            names.push_back("secret:" + std::to_string(i));
        std::vector<std::string_view> rest(names.begin(), names.end());
        int asked = 0;
        while (!rest.empty()) {
            std::vector<std::size_t> leftOut;
            const auto next = denied.nextOf(rest, leftOut);
            QVERIFY(!next.empty() || !leftOut.empty());
            asked += int(next.size());
            std::vector<bool> done(rest.size());
            for (const auto i : next) {
                denied.denied(rest[i]);
                done[i] = true;
            }
            for (const auto i : leftOut)
                done[i] = true;
            std::size_t i = 0;
            std::erase_if(rest, [&](auto) { return done[i++]; });
        }
        QCOMPARE(asked, DeniedNames::mostDenials);
        QCOMPARE(denied.unread().at(0).keys, 1000);
        QVERIFY(denied.isClosed("secret:x") && !denied.isClosed("public:x"));
        denied.sweepEnds(Moment(1s));
        QCOMPARE(denied.unread().at(0).keys, 1000);
        denied.sweepEnds(Moment(2s));
        QVERIFY(denied.unread().empty());
    }

    void deniedNames_areRetriedOneByOne()
    {
        LargeNames large;
        DeniedNames denied(large);
        for (int i = 0; i < DeniedNames::mostDenials; ++i) {
            denied.denied("lock:1");
            denied.denied("mutex:1");
        }
        const std::vector<std::string_view> names = {"lock:1", "lock:2", "mutex:1", "mutex:2"};
        const auto asks = [&] {
            std::vector<std::size_t> leftOut;
            return denied.nextOf(names, leftOut);
        };
        using Indices = std::vector<std::size_t>;
        const Moment start(1s);
        denied.sweepEnds(start);
        QCOMPARE(asks(), Indices());
        denied.sweepEnds(start + DeniedNames::leastUntilRetry);
        QCOMPARE(asks(), Indices{0});
        denied.denied("lock:1");
        QCOMPARE(asks(), Indices());
        denied.sweepEnds(start + 2 * DeniedNames::leastUntilRetry); // the delay increases each time
        QCOMPARE(asks(), Indices());
        denied.sweepEnds(start + 3 * DeniedNames::leastUntilRetry);
        QCOMPARE(asks(), Indices{2}); // each has its turn
        denied.denied("mutex:1");
        denied.sweepEnds(start + 7 * DeniedNames::leastUntilRetry);
        QCOMPARE(asks(), Indices{0});
        denied.granted("lock:1");
        denied.sweepEnds(start + 7 * DeniedNames::leastUntilRetry);
        QVERIFY(!denied.isClosed("lock:2") && denied.isClosed("mutex:1"));
        QCOMPARE(asks(), (Indices{0, 1, 2}));
    }

    // Some rights are granted again, others are not.
    void rightsGivenBack_areFoundUnderEveryPrefix()
    {
        LargeNames large;
        DeniedNames denied(large);
        const std::vector<std::string_view> names = {"a:1", "b:1", "c:1", "d:1", "e:1", "f:1", "g:1", "h:1"};
        for (int i = 0; i < DeniedNames::mostDenials; ++i) {
            for (const auto name : names)
                denied.denied(name);
        }
        QVERIFY(denied.wasDenied("c:2") && !denied.wasDenied("other"));
        const Moment start(1s);
        denied.sweepEnds(start);
        denied.sweepEnds(start + DeniedNames::leastUntilRetry);
        int asked = 0;
        for (bool more = true; more;) {
            std::vector<std::size_t> leftOut;
            more = false;
            for (const auto i : denied.nextOf(names, leftOut)) {
                if (!denied.isClosed(names[i]))
                    continue;
                more = true;
                ++asked;
                if (i == 0 || i == 3)
                    denied.granted(names[i]);
                else
                    denied.denied(names[i]);
            }
        }
        QVERIFY(!denied.isClosed("a:1") && !denied.isClosed("d:1"));
        QVERIFY2(asked <= 8, std::to_string(asked).c_str());
        QVERIFY(denied.wasDenied("a:2")); // this sweep may already have passed the name
        denied.sweepEnds(start + DeniedNames::leastUntilRetry);
        QVERIFY(denied.wasDenied("a:2"));
        denied.sweepEnds(start + DeniedNames::leastUntilRetry);
        QVERIFY(!denied.wasDenied("a:2") && denied.wasDenied("b:2"));
    }

    void permittedNames_areReadInGrowingBatches()
    {
        LargeNames large;
        DeniedNames denied(large);
        const std::vector<std::string_view> names(100'000, "open:1");
        std::size_t rounds = 0;
        for (std::size_t done = 0; done < names.size(); ++rounds) {
            std::vector<std::size_t> leftOut;
            const auto next = denied.nextOf({names.begin() + std::ptrdiff_t(done), names.end()}, leftOut);
            for (const auto i : next)
                denied.granted(names[i]);
            done += next.size();
        }
        QVERIFY(rounds < 10);
    }

    void clock_usesTheMoreAccurateObservation()
    {
        ServerClock clock;
        QVERIFY(!clock.known());
        const Moment here{1000s};
        const ServerTime there{1'700'000'000s};
        clock.observe(there, here, here + 100ms); // ± 50 ms
        QCOMPARE(clock.at(here + 50ms), there);
        clock.observe(there + 1s + 20ms, here + 1050ms, here + 1050ms + 2ms);
        QCOMPARE(clock.at(here + 1051ms), there + 1s + 20ms);
        clock.observe(there + 2s, here + 2s, here + 2100ms); // inaccurate, and consistent with what is known
        QCOMPARE(clock.at(here + 1051ms), there + 1s + 20ms);
    }

    void clock_followsAChangedServerClock()
    {
        ServerClock clock;
        const Moment here{1000s};
        const ServerTime there{1'700'000'000s};
        clock.observe(there, here, here + 1ms);
        clock.observe(there - 5h, here + 1s, here + 1s + 100ms);
        QVERIFY(clock.at(here + 1s) < there - 4h);
        QVERIFY(clock.jumps() < -5h && clock.jumps() > -6h);
        QCOMPARE(clock.momentOf(clock.at(here + 7s)), here + 7s);
        QVERIFY(clock.momentOf(ServerTime(Milliseconds(latestTime))) > here + std::chrono::years(99));
    }
};

LOCKSCOPE_TEST(ServerCheckTest)
#include "tst_server_check.moc"

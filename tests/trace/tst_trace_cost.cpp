// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/trace/trace_cost.h"

#include <QTest>

using namespace lockcore;

namespace {

Info infoOf(std::string_view version, std::string_view more)
{
    return parseInfo(
        "redis_version:" + std::string(version)
        + "\r\nrole:master\r\nredis_mode:standalone\r\ninstantaneous_ops_per_sec:4100\r\ninstantaneous_input_kbps:879\r\nconnected_clients:312\r\n"
        + std::string(more));
}

} // namespace

class TraceCostTest : public QObject
{
    Q_OBJECT

private slots:
    void load_becomesARange()
    {
        const auto load = loadFrom(infoOf("7.0.15", "client_recent_max_input_buffer:209715\r\n"));
        QVERIFY(!load.isFast);
        const auto cost = costOf(load);
        QVERIFY(cost.leastShare > 0.046 && cost.leastShare < 0.048);
        QVERIFY(cost.mostShare > 0.101 && cost.mostShare < 0.104);
        QVERIFY(cost.bytesPerSecond > 0.99e6 && cost.bytesPerSecond < 1.02e6);
        QCOMPARE(cost.stall, Milliseconds(19));
        QVERIFY(costOf(loadFrom(infoOf("7.2.4", ""))).leastShare < 0.02);
        QVERIFY(!loadFrom(infoOf("6.2.16", "")).isFast);
        QVERIFY(loadFrom(infoOf("8.0.1", "")).isFast);
    }

    // The server's CPU time, with a trace and without by turns (docs/figures.md). The commands of a script count, too.
    void prediction_isWithinAFactorOfTwo_data()
    {
        QTest::addColumn<double>("commands");
        QTest::addColumn<double>("bytes"); // of each, as they were sent
        QTest::addColumn<bool>("isFast");
        QTest::addColumn<double>("measured"); // microseconds for each
        QTest::newRow("GET") << 5847. << 36. << false << 2.24;
        QTest::newRow("SET") << 5657. << 45. << false << 2.59;
        QTest::newRow("EVALSHA") << 8274. << 33. << false << 1.72;
        QTest::newRow("SET of 1 KB, pipelined") << 100'000. << 1069. << false << 52.8;
        QTest::newRow("GET, pipelined, 7.4") << 100'000. << 36. << true << 0.90;
        QTest::newRow("SET, pipelined, 7.4") << 100'000. << 45. << true << 1.46;
        // Not those from which the constants were chosen:
        QTest::newRow("HSET") << 31'000. << 96. << false << 3.17;
        QTest::newRow("ZADD") << 32'600. << 64. << false << 4.38;
        QTest::newRow("SET NX PX") << 25'800. << 107. << false << 7.97;
        QTest::newRow("LPUSH of 200 bytes") << 23'200. << 230. << false << 12.38;
        QTest::newRow("ZADD, Valkey 8") << 33'000. << 64. << true << 1.38;
        QTest::newRow("SET NX PX, Valkey 8") << 39'400. << 107. << true << 1.36;
        QTest::newRow("LPUSH of 200 bytes, Valkey 8") << 41'500. << 230. << true << 1.74;
    }

    void prediction_isWithinAFactorOfTwo()
    {
        QFETCH(const double, commands);
        QFETCH(const double, bytes);
        QFETCH(const bool, isFast);
        QFETCH(const double, measured);
        ServerLoad load;
        load.commandsPerSecond = commands;
        load.bytesPerSecond = commands * bytes;
        load.isFast = isFast;
        const auto least = costOf(load).leastShare / commands * 1e6;
        QVERIFY2(least > measured / 2 && least < measured * 2, std::to_string(least).c_str());
    }

    void tooMuch_isRefused()
    {
        const TraceLimits usual;
        QVERIFY(hindranceOf(loadFrom(infoOf("7.0.15", "")), usual) == TraceHindrance::None);
        QVERIFY(hindranceOf(loadFrom(infoOf("7.0.15", "client_recent_max_input_buffer:2097152\r\n")), usual)
                == TraceHindrance::LargeRequests);
        auto busy = loadFrom(infoOf("7.0.15", ""));
        busy.commandsPerSecond = 300'000;
        QVERIFY(hindranceOf(busy, usual) == TraceHindrance::TooMuchLoad);
        QVERIFY(hindranceOf(busy, {0.9}) == TraceHindrance::None);
        QVERIFY(hindranceOf(busy, {0.3}) == TraceHindrance::TooMuchLoad);
        QVERIFY(hindranceOf(loadFrom({}), usual) == TraceHindrance::LoadUnknown);
        QVERIFY(hindranceOf(loadFrom(parseInfo("role:slave\r\n")), {0.9}) == TraceHindrance::Replica);
    }
};

LOCKSCOPE_TEST(TraceCostTest)
#include "tst_trace_cost.moc"

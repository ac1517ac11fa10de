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
        QVERIFY(cost.leastShare > 0.05 && cost.leastShare < 0.06);
        QVERIFY(cost.mostShare > 0.095 && cost.mostShare < 0.105);
        QVERIFY(cost.bytesPerSecond > 1.05e6 && cost.bytesPerSecond < 1.12e6);
        QCOMPARE(cost.stall, Milliseconds(19));
        QVERIFY(costOf(loadFrom(infoOf("7.2.4", ""))).leastShare < 0.02);
        QVERIFY(!loadFrom(infoOf("6.2.16", "")).isFast);
        QVERIFY(loadFrom(infoOf("8.0.1", "")).isFast);
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

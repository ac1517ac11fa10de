// SPDX-License-Identifier: MIT
// A trace as one word: it leads the same way again, or it says why not.
#include "explorer/oracle_case.h"
#include "lockcore/explorer/exploration.h"
#include "lockcore/explorer/trace_text.h"
#include "lockcore/oracle/route_replay.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::explorer;
using lockcore::test::isSanitized;
using namespace std::chrono_literals;

namespace {

Trace withoutTime(Trace trace)
{
    std::erase_if(trace, [](const TraceStep &step) { return step.kind == Move::Kind::TimePasses; });
    return trace;
}

// The same events with the same results; of the time that passes, only how much it is.
bool isSameWay(const Trace &one, const Trace &other)
{
    return std::ranges::equal(withoutTime(one), withoutTime(other), [](const TraceStep &a, const TraceStep &b) {
        return a.at == b.at && a.worker == b.worker && a.kind == b.kind && a.task == b.task && a.request.words == b.request.words
               && a.request.duration == b.request.duration && a.reply == b.reply && a.servers == b.servers && a.inside == b.inside;
    });
}

ScriptPair ownScripts()
{
    ScriptPair scripts;
    scripts.acquire = "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end return 0";
    scripts.release = "return redis.call('del', KEYS[1])";
    return scripts;
}

} // namespace

class TraceTextTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    void sampledWays_areFoundAgain_data()
    {
        QTest::addColumn<QString>("protocol");
        QTest::addColumn<int>("fault");
        for (const auto *protocol : {"set-nx-del", "token-watchdog", "redisson", "redlock", "timestamp-taken"}) {
            for (const auto fault : {Fault::Crash, Fault::Pause, Fault::LostReply, Fault::LateRequest, Fault::ServerForgets})
                QTest::addRow("%s, %s", protocol, std::string(wordOf(fault)).c_str())
                    << QString::fromUtf8(protocol) << static_cast<int>(fault);
        }
    }
    void sampledWays_areFoundAgain()
    {
        QFETCH(const QString, protocol);
        QFETCH(const int, fault);
        auto bounds = *usualBounds(protocol.toStdString());
        if (isSanitized && bounds.servers > 1)
            QSKIP("takes minutes under sanitizers");
        bounds.rounds = 1;
        bounds.faults[static_cast<Fault>(fault)] = 1;
        bounds.mostStates = 20'000;
        bounds.samples = isSanitized ? 4 : 15;
        Control control;
        const auto result = search(bounds, *m_oracle, control);
        QVERIFY(result.ok());
        for (const auto &sample : result->samples) {
            const auto text = traceText(bounds, bounds.faults, routeOf(sample));
            const auto traced = traceFrom(text, {});
            QVERIFY2(traced.ok(), text.c_str());
            QCOMPARE(traced->route, routeOf(sample));
            const auto way = walk(traced->bounds, traced->route, *m_oracle);
            QVERIFY(way.ok());
            QVERIFY2(!way->stuckAt, text.c_str());
            QVERIFY2(isSameWay(way->trace, sample), text.c_str());
        }
    }

    void allBounds_areKept()
    {
        auto bounds = *usualBounds("timestamp-expiry");
        bounds.workers = 3;
        bounds.lease = 21ms;
        bounds.work = 12ms;
        bounds.otherWork = 7ms;
        bounds.poll = 5ms;
        bounds.commandTimeout = 9ms;
        bounds.pause = 13ms;
        bounds.skew = -4ms;
        bounds.tick = 2ms;
        bounds.careful = true;
        bounds.faults[Fault::LateLoss] = 1;
        bounds.faults[Fault::Crash] = 2;
        const auto traced = traceFrom(traceText(bounds, bounds.faults, {}), {});
        QVERIFY(traced.ok());
        const auto &read = traced->bounds;
        QCOMPARE(std::tuple(read.workers, read.rounds, read.careful), std::tuple(bounds.workers, bounds.rounds, bounds.careful));
        QVERIFY(read.faults == bounds.faults);
        QCOMPARE(std::tuple(read.lease, read.work, read.otherWork, read.poll, read.commandTimeout, read.pause, read.skew, read.tick),
                 std::tuple(bounds.lease, bounds.work, bounds.otherWork, bounds.poll, bounds.commandTimeout, bounds.pause, bounds.skew,
                            bounds.tick));
    }

    void damage_isNoticedAtEachPlace()
    {
        const auto text = traceOf("set-nx-del", Fault::LostReply);
        for (std::size_t i = 0; i < text.size(); ++i) {
            for (const char other : {'0', '9', 'a', 'x', 'A', 'B', ':', '_', ' '}) {
                auto damaged = text;
                damaged[i] = other;
                const auto traced = traceFrom(damaged, {});
                QVERIFY2(!traced.ok() || damaged == text, damaged.c_str());
            }
            QVERIFY(!traceFrom(text.substr(0, i), {}).ok());
        }
        QVERIFY(traceFrom(text, {}).ok());
    }

    void whatIsNoTrace_isASentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("empty") << QByteArray() << QByteArray("this is no trace");
        QTest::newRow("a protocol") << QByteArray("token") << QByteArray("this is no trace");
        QTest::newRow("another version") << QByteArray("2:token:w2:none:A:0000")
                                         << QByteArray("of version 2; this Lockscope reads version 1");
        QTest::newRow("cut") << QByteArray("1:token:w2r2l20k10p6:none:Aax") << QByteArray("damaged: a part of it is missing");
        QTest::newRow("changed") << QByteArray("1:token:w2r2l20k10p6:none:Aax:0000") << QByteArray("its check sum is wrong");
        QTest::newRow("long") << QByteArray(100'000, ':') << QByteArray("this is no trace");
    }
    void whatIsNoTrace_isASentence()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, sentence);
        const auto traced = traceFrom(text.toStdString(), {});
        QVERIFY(!traced.ok());
        QVERIFY2(traced.error().text.find(sentence.toStdString()) != std::string::npos, traced.error().text.c_str());
    }

    void traceOfScripts_isAboutTheseScripts()
    {
        auto bounds = usualBounds(ownScripts());
        bounds.faults[Fault::Pause] = 1;
        bounds.pause = 11ms;
        Control control;
        const auto result = search(bounds, *m_oracle, control);
        QVERIFY(result.ok());
        const auto &violation = result->findings.at(Property::MutualExclusion).violation;
        QVERIFY(violation.has_value());
        const auto text = traceText(bounds, violation->faults, routeOf(violation->trace));
        QVERIFY(isTraceOfScripts(text));
        QVERIFY(!traceFrom(text, {}).ok());
        auto other = ownScripts();
        other.acquiredWhen = "OK";
        QVERIFY(!traceFrom(text, other).ok());
        const auto traced = traceFrom(text, ownScripts());
        QVERIFY(traced.ok());
        const auto way = walk(traced->bounds, traced->route, *m_oracle);
        QVERIFY(way.ok() && !way->stuckAt);
        QVERIFY(way->findings.at(Property::MutualExclusion).violation.has_value());
    }

    // Another version of a protocol may not do the same: the way ends where it differs.
    void wayThatCannotBeGone_isRefused()
    {
        auto traced = *traceFrom(traceOf("set-nx-del", Fault::LostReply), {});
        traced.route.erase(traced.route.begin()); // it sends a command before it has arrived
        const auto replayed = replayAtOnce(traced, {"redis-server", LOCKSCOPE_BINARY}, *m_oracle);
        QVERIFY(!replayed.ok());
        QVERIFY(replayed.error().text.find("cannot happen there") != std::string::npos);
    }

    void replayOnAFreshServer_isTheSame()
    {
        const auto traced = *traceFrom(traceOf("set-nx-del", Fault::LostReply), {});
        const auto replayed = replayAtOnce(traced, {"redis-server", LOCKSCOPE_BINARY}, *m_oracle);
        QVERIFY(replayed.ok());
        QVERIFY(replayed->isSame);
        QVERIFY(replayed->walk.findings.at(Property::MutualExclusion).violation.has_value());
    }

    // With leases that are really awaited. A machine that is too slow for it says so, and is asked again.
    void replayInRealTime_isTheSame_data()
    {
        QTest::addColumn<QString>("protocol");
        QTest::addColumn<int>("fault");
        QTest::newRow("a lost reply") << QStringLiteral("set-nx-del") << static_cast<int>(Fault::LostReply);
        QTest::newRow("a pause, and a lease that ends meanwhile") << QStringLiteral("token") << static_cast<int>(Fault::Pause);
        QTest::newRow("messages") << QStringLiteral("redisson") << static_cast<int>(Fault::Pause);
    }
    void replayInRealTime_isTheSame()
    {
        QFETCH(const QString, protocol);
        QFETCH(const int, fault);
        const auto traced = *traceFrom(traceOf(protocol.toStdString(), static_cast<Fault>(fault)), {});
        constexpr int most = 20;
        for (int i = 0; i < most; ++i) {
            std::size_t events = 0;
            std::size_t done = 0;
            const RealTimeListener listener{[&](const Trace &trace) { events = trace.size(); }, [&](std::size_t) { ++done; }};
            const auto replayed = replayInRealTime(traced, {"redis-server", LOCKSCOPE_BINARY}, *m_oracle, listener, m_control.cancelled);
            QVERIFY2(replayed.ok(), replayed.ok() ? "" : replayed.error().text.c_str());
            if (replayed->isTooLate)
                continue;
            QVERIFY2(replayed->isSame, replayed->difference ? replayed->difference->what.c_str() : "");
            QCOMPARE(done, events);
            QVERIFY(replayed->walk.findings.at(Property::MutualExclusion).violation.has_value());
            return;
        }
        QSKIP("this machine is too busy for real time");
    }

    void replayInRealTime_canBeCancelled()
    {
        const auto traced = *traceFrom(traceOf("token", Fault::Pause), {});
        std::atomic<bool> cancelled = false;
        const RealTimeListener listener{[](const Trace &) {}, [&](std::size_t) { cancelled = true; }};
        const auto replayed = replayInRealTime(traced, {"redis-server", LOCKSCOPE_BINARY}, *m_oracle, listener, cancelled);
        QVERIFY(replayed.ok());
        QVERIFY(replayed->isCancelled && !replayed->isSame);
    }

private:
    std::string traceOf(std::string_view protocol, Fault fault)
    {
        auto bounds = *usualBounds(protocol);
        bounds.faults[fault] = 1;
        bounds.pause = 16ms;
        const auto result = search(bounds, *m_oracle, m_control);
        if (!result.ok() || !result->findings.at(Property::MutualExclusion).violation)
            qFatal("no counterexample");
        const auto &violation = *result->findings.at(Property::MutualExclusion).violation;
        return traceText(bounds, violation.faults, routeOf(violation.trace));
    }

    Control m_control;
};

LOCKSCOPE_TEST(TraceTextTest)
#include "tst_trace_text.moc"

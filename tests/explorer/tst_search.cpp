// SPDX-License-Identifier: MIT
// The Explorer on the protocols of lockcore/locks, judged by a real redis-server.
#include "explorer/oracle_case.h"
#include "lockcore/explorer/exploration.h"
#include "lockcore/oracle/trace_replay.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::explorer;
using lockcore::test::isSanitized;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = isSanitized ? 1 : 2; // two take minutes under sanitizers

int drawn(std::mt19937 &random, int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); }

} // namespace

class SearchTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    // The shortest pause that breaks a lock is known in advance, at any setting.
    void shortestPause_ofTheToken_isLeaseWithoutWorkAndOne()
    {
        std::mt19937 random(47);
        for (int i = 0; i < (isSanitized ? 2 : 8); ++i) {
            auto bounds = *usualBounds("token");
            bounds.rounds = 1;
            bounds.lease = Milliseconds(drawn(random, 8, 40));
            bounds.work = Milliseconds(drawn(random, 1, static_cast<int>(bounds.lease.count()) - 1));
            bounds.poll = Milliseconds(drawn(random, 1, 10));
            checkPause(bounds, bounds.lease - bounds.work + 1ms);
        }
    }

    void shortestPause_ofAWatchdog_dependsOnItsPeriod()
    {
        std::mt19937 random(48);
        for (int i = 0; i < (isSanitized ? 2 : 8); ++i) {
            auto bounds = *usualBounds("token-watchdog");
            bounds.rounds = 1;
            bounds.lease = Milliseconds(drawn(random, 9, 40));
            bounds.work = Milliseconds(drawn(random, 1, 30));
            const auto period = bounds.lease / 3;
            checkPause(bounds, bounds.lease - std::min(bounds.work, period) + 1ms);
        }
    }

    // A client that does not begin what it cannot finish in time.
    void shortestPause_ofACarefulRedlock_isTheDriftAndOne()
    {
        if (isSanitized)
            QSKIP("takes minutes under sanitizers");
        std::mt19937 random(51);
        for (int i = 0; i < 8; ++i) {
            const Milliseconds lease(drawn(random, 6, 9)); // the states grow fast with it
            auto bounds = *usualBounds("redlock");
            bounds.careful = true;
            bounds.lease = bounds.commandTimeout = lease;
            bounds.work = Milliseconds(drawn(random, 2, static_cast<int>(lease.count()) - 3));
            bounds.poll = Milliseconds(drawn(random, 2, 3));
            bounds.faults[Fault::LostReply] = 1;
            bounds.faults[Fault::LateLoss] = 1;
            const auto drift = lease / 100 + 2ms;
            checkPause(bounds, drift + 1ms, 4ms);
        }
    }

    // A loss that is noticed at once hides what happens when it is noticed after the command's time-out.
    void shortestTimeOut_thatBreaksAWatchdog_isItsMargin()
    {
        std::mt19937 random(50);
        for (int i = 0; i < (isSanitized ? 2 : 8); ++i) {
            const Milliseconds lease(drawn(random, 9, 40));
            auto bounds = *usualBounds("token-watchdog");
            bounds.rounds = 1;
            bounds.lease = lease;
            bounds.work = 2 * lease;
            bounds.only = Property::MutualExclusion;
            bounds.faults[Fault::LostRequest] = 1;
            bounds.commandTimeout = lease;
            QVERIFY(!isViolated(bounds));
            bounds.faults[Fault::LateLoss] = 1;
            const auto margin = lease - lease / 3;
            bounds.commandTimeout = margin - 1ms;
            QVERIFY(!isViolated(bounds));
            bounds.commandTimeout = margin;
            QVERIFY(isViolated(bounds));
        }
    }

    // What the catalogue of pitfalls says of them, found.
    void knownFaults_areFoundWithTheLeastFaults_data()
    {
        QTest::addColumn<QString>("protocol");
        QTest::addColumn<int>("fault"); // none: -1
        QTest::addColumn<bool>("isImmortal");
        QTest::addColumn<int>("steps"); // of the shortest counterexample, without the passing of time
        const auto number = [](Fault fault) { return static_cast<int>(fault); };
        QTest::newRow("A1: a crash between SETNX and EXPIRE") << QStringLiteral("setnx-expire") << number(Fault::Crash) << true << 3;
        QTest::newRow("A4: DEL of another's lock") << QStringLiteral("set-nx-del") << number(Fault::Pause) << false << 0;
        QTest::newRow("A9: the reply of SET is lost") << QStringLiteral("set-nx-del") << number(Fault::LostReply) << false << 0;
        QTest::newRow("L16: nobody stops the watchdog") << QStringLiteral("token-watchdog") << number(Fault::Exception) << true << 0;
        QTest::newRow("L8: a pause") << QStringLiteral("redisson") << number(Fault::Pause) << false << 0;
        QTest::newRow("D1: the server forgets") << QStringLiteral("fenced") << number(Fault::ServerForgets) << false << 0;
        QTest::newRow("R12: DEL by an operator") << QStringLiteral("hash-reentrant") << number(Fault::ForceRelease) << false << 0;
    }
    void knownFaults_areFoundWithTheLeastFaults()
    {
        QFETCH(const QString, protocol);
        QFETCH(const int, fault);
        QFETCH(const bool, isImmortal);
        QFETCH(const int, steps);
        auto bounds = *usualBounds(protocol.toStdString());
        const auto property = isImmortal ? Property::NoImmortalLock : Property::MutualExclusion;
        QVERIFY(!isViolated(bounds, property));
        bounds.faults[static_cast<Fault>(fault)] = 1;
        const auto found = explore(bounds, choicesOf(bounds.faults), *m_oracle, m_control);
        QVERIFY(found.ok());
        const auto &violation = found->findings.at(property).violation;
        QVERIFY(violation);
        QCOMPARE(violation->faults.total(), 1);
        const auto events =
            std::ranges::count_if(violation->trace, [](const TraceStep &step) { return step.kind != Move::Kind::TimePasses; });
        QVERIFY(steps == 0 || events == steps);
        replayed({violation->trace}, bounds.servers, true);
    }

    void soundLocks_holdWithinTheUsualBounds()
    {
        for (const auto *protocol : {"token", "token-watchdog", "hash-reentrant", "redisson", "fenced"}) {
            auto bounds = *usualBounds(protocol);
            bounds.rounds = rounds;
            const auto found = explore(bounds, usualFaults(), *m_oracle, m_control);
            QVERIFY(found.ok() && found->complete);
            for (const auto &[property, finding] : found->findings) {
                // A count in Redis does not survive that nobody knows whether a command has changed it.
                const bool isExpected = finding.verdict == (property == Property::Reentry ? Verdict::Violated : Verdict::Held);
                QVERIFY2(isExpected, protocol);
            }
        }
    }

    void search_isTheSameEveryTime()
    {
        auto bounds = *usualBounds("redisson");
        bounds.faults[Fault::LateRequest] = 1;
        const auto first = search(bounds, *m_oracle, m_control);
        const auto second = search(bounds, *m_oracle, m_control);
        QVERIFY(first.ok() && second.ok());
        QCOMPARE(first->states, second->states);
        QCOMPARE(first->transitions, second->transitions);
    }

    void nobodyInside_isNotExercised()
    {
        auto bounds = *usualBounds("token");
        bounds.workers = 1;
        const auto result = search(bounds, *m_oracle, m_control);
        QVERIFY(result.ok());
        QVERIFY(result->findings.at(Property::MutualExclusion).verdict == Verdict::NotExercised);
        QVERIFY(result->findings.at(Property::NoImmortalLock).verdict == Verdict::Held);
    }

    void tooManyStates_areNotComplete()
    {
        auto bounds = *usualBounds("token");
        bounds.mostStates = 500;
        const auto result = search(bounds, *m_oracle, m_control);
        QVERIFY(result.ok());
        QVERIFY(!result->complete);
        QVERIFY(result->states <= 500);
    }

    void cancelled_isNotComplete()
    {
        m_control.cancelled = true;
        const auto result = search(*usualBounds("token"), *m_oracle, m_control);
        m_control.cancelled = false;
        QVERIFY(result.ok());
        QVERIFY(result->cancelled && !result->complete);
    }

    // A release by WATCH fails where a token that is read and then deleted does not: between the two.
    void watch_noticesWhatAReadDoesNot()
    {
        for (const auto *protocol : {"get-then-del", "get-then-del-watch"}) {
            auto bounds = *usualBounds(protocol);
            bounds.work = bounds.lease - 2ms;
            bounds.pause = 5ms;
            bounds.faults[Fault::Pause] = 1;
            bounds.only = Property::Ownership;
            QCOMPARE(isViolated(bounds, Property::Ownership), protocol == std::string_view("get-then-del"));
        }
    }

    // Fencing lets a resource refuse what comes late, as long as nobody forgets the numbers.
    void fencing_keepsLateWritesOut()
    {
        for (const auto *protocol : {"token", "fenced"}) {
            auto bounds = *usualBounds(protocol);
            bounds.rounds = 1;
            bounds.faults[Fault::Pause] = 1;
            const bool isFenced = protocol == std::string_view("fenced");
            QVERIFY(isViolated(bounds, Property::MutualExclusion));
            QCOMPARE(isViolated(bounds, Property::NoLostUpdate), !isFenced);
            QCOMPARE(isViolated(bounds, Property::NoStaleWrite), !isFenced);
            bounds.faults[Fault::ServerForgets] = 1;
            QVERIFY(isViolated(bounds, Property::NoStaleWrite));
        }
    }

    // Sampled paths, run once more on servers that nobody loads: every reply and every key is as predicted.
    void samples_areReplayedWithoutADifference()
    {
        std::size_t steps = 0;
        for (const auto &protocol : protocols()) {
            for (const auto &faults : usualFaults()) {
                auto bounds = *usualBounds(protocol.name);
                bounds.rounds = std::min(bounds.rounds, rounds);
                bounds.faults = faults;
                bounds.samples = isSanitized ? 3 : 17;
                const auto result = search(bounds, *m_oracle, m_control);
                if (!result.ok() && result.error().detail == "unsupported")
                    break;
                QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
                steps += replayed(result->samples, bounds.servers, true);
            }
        }
        qInfo("%zu steps", steps);
        QVERIFY(isSanitized || steps > 40'000);
    }

    void faultyExplorer_isNoticedByTheReplay()
    {
        for (const auto mutant : {Mutant::None, Mutant::ExpiresLate, Mutant::KeepsDeadlines}) {
            auto bounds = *usualBounds("token");
            bounds.faults[Fault::Crash] = 1;
            bounds.samples = 200;
            bounds.mutant = mutant;
            const auto result = search(bounds, *m_oracle, m_control);
            QVERIFY(result.ok());
            replayed(result->samples, bounds.servers, mutant == Mutant::None);
        }
    }

private:
    std::size_t replayed(const std::vector<Trace> &traces, int servers, bool isSame)
    {
        auto replay = TraceReplay::start({"redis-server", LOCKSCOPE_BINARY}, servers);
        if (!replay.ok())
            qFatal("%s", replay.error().text.c_str());
        std::size_t steps = 0;
        bool isEqual = true;
        for (const auto &trace : traces) {
            const auto difference = replay->replay(trace);
            if (!difference.ok())
                qFatal("%s", difference.error().text.c_str());
            if (*difference && isSame)
                qWarning("step %zu: %s", (*difference)->step, (*difference)->what.c_str());
            isEqual = isEqual && !*difference;
            steps += trace.size();
        }
        if (isEqual != isSame)
            QTest::qFail(isSame ? "the replay differs" : "the replay notices nothing", __FILE__, __LINE__);
        return steps;
    }

    bool isViolated(const Bounds &bounds, Property property = Property::MutualExclusion)
    {
        const auto result = search(bounds, *m_oracle, m_control);
        if (!result.ok())
            qFatal("%s", result.error().text.c_str());
        const auto &finding = result->findings.at(property);
        if (finding.verdict == Verdict::NotExercised || (finding.verdict == Verdict::Held && !result->complete))
            qFatal("not put to the test");
        return finding.violation.has_value();
    }

    void checkPause(const Bounds &bounds, Milliseconds expected, std::optional<Milliseconds> most = {})
    {
        const auto shortest = shortestPause(bounds, most.value_or(2 * bounds.lease), *m_oracle, m_control);
        QVERIFY2(shortest.ok(), shortest.ok() ? "" : shortest.error().text.c_str());
        const auto setting =
            bounds.protocol + ", lease " + std::to_string(bounds.lease.count()) + ", work " + std::to_string(bounds.work.count());
        QVERIFY2(shortest->complete && shortest->pause, setting.c_str());
        QVERIFY2(*shortest->pause == expected,
                 (setting + ": " + std::to_string(shortest->pause->count()) + " instead of " + std::to_string(expected.count())).c_str());
    }

    Control m_control;
};

LOCKSCOPE_TEST(SearchTest)
#include "tst_search.moc"

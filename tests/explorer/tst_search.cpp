// SPDX-License-Identifier: MIT
// The Explorer on the protocols of lockcore/locks, judged by a real redis-server.
#include "lockcore/explorer/exploration.h"
#include "lockcore/oracle/server_oracle.h"
#include "support/test_program.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::explorer;
using namespace std::chrono_literals;

namespace {

int drawn(std::mt19937 &random, int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); }

} // namespace

class SearchTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        auto oracle = ServerOracle::start({"redis-server", LOCKSCOPE_BINARY});
        QVERIFY2(oracle.ok(), oracle.ok() ? "" : oracle.error().text.c_str());
        m_oracle = *std::move(oracle);
    }
    void cleanupTestCase() { m_oracle.reset(); }

    // The shortest pause that breaks a lock is known in advance, at any setting.
    void shortestPause_ofTheToken_isLeaseWithoutWorkAndOne()
    {
        std::mt19937 random(47);
        for (int i = 0; i < 8; ++i) {
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
        for (int i = 0; i < 8; ++i) {
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
        auto bounds = *usualBounds("redlock");
        bounds.careful = true;
        bounds.lease = bounds.commandTimeout = 10ms;
        bounds.work = 5ms;
        bounds.poll = 3ms;
        bounds.faults[Fault::LostReply] = 1;
        bounds.faults[Fault::LateLoss] = 1;
        constexpr auto drift = 10ms / 100 + 2ms;
        checkPause(bounds, drift + 1ms, 4ms);
    }

    // A loss that is noticed at once hides what happens when it is noticed after the command's time-out.
    void shortestTimeOut_thatBreaksAWatchdog_isItsMargin()
    {
        for (const auto lease : {18ms, 21ms, 30ms}) {
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

private:
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

    std::unique_ptr<ServerOracle> m_oracle;
    Control m_control;
};

LOCKSCOPE_TEST(SearchTest)
#include "tst_search.moc"

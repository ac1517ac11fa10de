// SPDX-License-Identifier: MIT
// The sweep finds by itself that redis-py's lock has no lease unless it is given one.
#include "support/awaiting.h"
#include "support/node_modules.h"
#include "support/test_program.h"

#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/search/sweep_finding.h"
#include "lockcore/lab/search/sweep_scenario.h"

#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::test;

class TestLabRedisPy final : public QObject
{
    Q_OBJECT

private slots:
    void noOwnLease_makesImmortalLock();

private:
    PlayedRun play(const Scenario &scenario);

    EventLoop m_loop;
    RunPool m_pool{1};
};

PlayedRun TestLabRedisPy::play(const Scenario &scenario)
{
    LabRun::Options options;
    options.program = LOCKSCOPE_BINARY;
    options.command = {"/usr/bin/python3", WORKERS_FOLDER "/redis_py_worker.py"};
    return await(m_loop, m_pool.play({scenario, options}));
}

void TestLabRedisPy::noOwnLease_makesImmortalLock()
{
    if (!hasRedisPy())
        QSKIP("redis-py is not installed (Debian: python3-redis)");
    const SweepSubject subject;
    const auto taught = [&](SweepPart part) { return dryRunOf(play(dryRunScenario(subject, part)).played.value().history, "A"); };
    const auto given = taught(SweepPart::GivenLease);
    const auto own = taught(SweepPart::OwnLease);
    QVERIFY(given.ttl.has_value());
    QVERIFY(!own.ttl.has_value());
    QVERIFY(!isSameTaking(given, own));

    const auto cells = sweepCells({.given = given, .own = own});
    const auto find = [&](const std::string &name) {
        return *std::find_if(cells.begin(), cells.end(), [&](const SweepCell &cell) { return nameOf(cell) == name; });
    };
    const auto found = [&](const std::string &name) {
        constexpr int mostPlays = 5; // of a story that a stalled machine left open
        SweepFinding finding;
        for (int plays = 0; plays < mostPlays && finding.tone == SweepFinding::Tone::Open; ++plays) {
            const auto run = play(sweepScenario(subject, find(name)));
            if (run.played)
                finding = sweepFinding(find(name), run.played->history, run.verdicts);
        }
        return finding;
    };
    QVERIFY(found("own-lease-acquire-SET-done-kill").access == SweepFinding::Access::Never);
    const auto leased = found("acquire-SET-done-kill");
    QVERIFY(leased.access == SweepFinding::Access::After && leased.freed == SweepFinding::Freed::Lease);
}

LOCKSCOPE_TEST(TestLabRedisPy)
#include "tst_lab_redis_py.moc"

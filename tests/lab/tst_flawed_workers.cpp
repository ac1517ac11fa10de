// SPDX-License-Identifier: MIT
// Workers with one flaw each: the built-in stories and the sweep find it, as what it is. The same worker without a flaw is not accused.
#include "lab/played_run.h"
#include "support/test_program.h"

#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/search/sweep_finding.h"
#include "lockcore/lab/search/sweep_scenario.h"
#include "lockcore/report/run_remarks.h"

#include <QDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

constexpr int mostPlays = 5; // of a run that a busy machine has left open

RunOrder orderOf(const Scenario &scenario, const char *flaw)
{
    RunOptions options;
    options.program = LOCKSCOPE_BINARY;
    options.command = {"/usr/bin/python3", FLAWED_WORKER, flaw};
    return {scenario, std::move(options)};
}

} // namespace

class TestFlawedWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void flaw_isCaughtByAStory_data();
    void flaw_isCaughtByAStory();
    void falseProbe_endsTheRun();
    void hashedKeys_areKnownBeforeTheStoryBegins();
    void oneKeyForTwoNames_isAMistake();
    void soundWorker_passesEveryStory();
    void flawAfterTimeOut_isCaughtByTheSweep_data();
    void flawAfterTimeOut_isCaughtByTheSweep();

private:
    PlayedRun play(const Scenario &scenario, const char *flaw);

    EventLoop m_loop;
    RunPool m_pool{RunPool::usualThreads()};
};

PlayedRun TestFlawedWorkers::play(const Scenario &scenario, const char *flaw)
{
    return await(m_loop, m_pool.play(orderOf(scenario, flaw)));
}

void TestFlawedWorkers::flaw_isCaughtByAStory_data()
{
    QTest::addColumn<QByteArray>("flaw");
    QTest::addColumn<QByteArray>("story");
    QTest::addColumn<int>("property");
    const auto row = [](const char *flaw, const char *story, Property property) {
        QTest::newRow((std::string(flaw) + ", " + story).c_str()) << QByteArray(flaw) << QByteArray(story) << static_cast<int>(property);
    };
    row("renewal-creates", "renewal-of-its-own", Property::Ownership);
    row("renewal-creates", "renewal-reports-the-loss", Property::MutualExclusion);
    row("renews-anybody", "renewal-of-its-own", Property::Ownership);
    row("claims-after-time-out", "time-out-is-no-yes", Property::MutualExclusion);
    row("frees-by-prefix", "delete-by-prefix", Property::Ownership);
}

void TestFlawedWorkers::flaw_isCaughtByAStory()
{
    QFETCH(const QByteArray, flaw);
    QFETCH(const QByteArray, story);
    QFETCH(const int, property);
    const auto scenario = builtIn(story.toStdString());
    for (const auto *worker : {flaw.constData(), "none"}) {
        const auto expected = worker == std::string("none") ? Outcome::Held : Outcome::Violated;
        Verdict verdict;
        for (int plays = 0; plays < mostPlays && verdict.outcome != expected; ++plays) {
            const auto run = play(scenario, worker);
            if (run.played)
                verdict = verdictOn(run.verdicts, static_cast<Property>(property));
            if (expected == Outcome::Held)
                QVERIFY2(verdict.outcome != Outcome::Violated, toString(verdict).c_str());
        }
        QVERIFY2(verdict.outcome == expected, (worker + (": " + toString(verdict))).c_str());
    }
}

void TestFlawedWorkers::falseProbe_endsTheRun()
{
    const auto run = play(builtIn("compare-and-delete"), "believes-for-ever");
    QVERIFY(!run.played);
    const auto &sentence = run.played.error().text;
    QVERIFY2(sentence.find("answered \"probe\" of \"warm-up-") != std::string::npos
                 && sentence.find("by holding: true, but it cannot hold that lock: its \"release\" was answered by \"ok\".")
                        != std::string::npos,
             sentence.c_str());
}

void TestFlawedWorkers::hashedKeys_areKnownBeforeTheStoryBegins()
{
    for (const auto *story : {"crash-after-set-px", "force-release"}) {
        const auto run = play(builtIn(story), "hashed-keys");
        QVERIFY2(run.played.ok(), sentenceOf(run.played).c_str());
        QVERIFY2(run.played->unmet.empty(), story);
    }
}

void TestFlawedWorkers::oneKeyForTwoNames_isAMistake()
{
    for (const auto *worker : {"cleaned-keys", "hashed-keys", "none"}) {
        const auto run = play(builtIn("names-alike-but-for-a-sign"), worker);
        QVERIFY2(run.played.ok(), sentenceOf(run.played).c_str());
        const auto remarks = remarksOn(run.played->history);
        const auto isMistake = [](const RunRemark &remark) { return remark.weight == RunRemark::Weight::Mistake; };
        QCOMPARE(std::ranges::any_of(remarks, isMistake), worker == std::string("cleaned-keys"));
    }
}

void TestFlawedWorkers::soundWorker_passesEveryStory()
{
    std::vector<Scenario> scenarios;
    for (const auto &file : QDir(QStringLiteral(":/scenarios")).entryInfoList())
        scenarios.push_back(readScenario(file.filePath().toStdString()).value());
    std::vector<Arriving<PlayedRun>> coming;
    for (const auto &scenario : scenarios)
        coming.emplace_back(m_loop, m_pool.play(orderOf(scenario, "none")));
    int passed = 0;
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        while (!coming[i].here())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        auto run = coming[i].get();
        for (int plays = 1; plays < mostPlays && !run.played; ++plays)
            run = play(scenarios[i], "none");
        QVERIFY2(run.played.ok(), (scenarios[i].name + ": " + sentenceOf(run.played)).c_str());
        if (!run.played->skips.empty())
            continue;
        const auto kept = promisesKept(scenarios[i], run.verdicts, run.played->premises);
        QVERIFY2(kept != Match::Contradicted || scenarios[i].importance == Importance::Informative, scenarios[i].name.c_str());
        passed += kept == Match::AsExpected ? 1 : 0;
    }
    QVERIFY2(passed > 20, qPrintable(QString::number(passed)));
}

void TestFlawedWorkers::flawAfterTimeOut_isCaughtByTheSweep_data()
{
    QTest::addColumn<QByteArray>("flaw");
    QTest::addColumn<std::optional<Property>>("broken");
    QTest::newRow("it claims the lock") << QByteArray("claims-after-time-out") << std::optional(Property::MutualExclusion);
    QTest::newRow("it never gets it again") << QByteArray("stuck-after-time-out") << std::optional(Property::Progress);
    QTest::newRow("sound") << QByteArray("none") << std::optional<Property>();
}

void TestFlawedWorkers::flawAfterTimeOut_isCaughtByTheSweep()
{
    QFETCH(const QByteArray, flaw);
    QFETCH(const std::optional<Property>, broken);
    const SweepCell cell{{{Phase::Acquire, "SET"}, false}, SweepFault::LoseRequest};
    SweepFinding finding;
    for (int plays = 0; plays < mostPlays && finding.tone == SweepFinding::Tone::Open; ++plays) {
        const auto run = play(sweepScenario({}, cell), flaw.constData());
        if (run.played)
            finding = sweepFinding(cell, run.played->history, run.verdicts);
    }
    QCOMPARE(finding.tone == SweepFinding::Tone::Bad, broken.has_value());
    QVERIFY(finding.tone != SweepFinding::Tone::Open);
    if (broken)
        QVERIFY(finding.broken.front().property == *broken);
}

LOCKSCOPE_TEST(TestFlawedWorkers)
#include "tst_flawed_workers.moc"

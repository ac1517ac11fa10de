// SPDX-License-Identifier: MIT
// Real runs of a sweep: faults meet the command that they aim at, a flawed protocol is found out, and a sound one is not accused.
#include "support/awaiting.h"
#include "support/test_program.h"

#include "lockcore/lab/run/run_pool.h"
#include "lockcore/lab/search/sweep_finding.h"
#include "lockcore/lab/search/sweep_scenario.h"

#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

struct Swept
{
    LabRun::Played played;
    SweepFinding finding;
};

// The commands of `A` that were executed after the warm-up.
std::vector<std::string> commandsOfA(const History &history)
{
    std::vector<std::string> commands;
    bool begun = false;
    for (const auto &entry : history.entries) {
        begun = begun || std::holds_alternative<entry::Begun>(entry.what);
        const auto *turn = std::get_if<entry::Turn>(&entry.what);
        if (begun && turn && turn->who && turn->who->worker == "A")
            commands.push_back(turn->command);
    }
    return commands;
}

constexpr int mostPlays = 5; // of a cell that a busy machine has left open

bool isBad(const SweepFinding &finding) { return finding.tone == SweepFinding::Tone::Bad; }

} // namespace

class TestSweep final : public QObject
{
    Q_OBJECT

private slots:
    void fault_meetsTheNthCommandOfItsRequest();
    void fault_meetsATransaction();
    void extend_isPlayed();
    void setnxExpire_isImmortalAfterItsFirstCommand();
    void soundLocks_areNotAccused_data();
    void soundLocks_areNotAccused();
    void pool_endsItsRuns();

private:
    PlayedRun play(const Scenario &scenario);
    LabRun::Played played(const Scenario &scenario);
    DryRun learn(const SweepSubject &subject, SweepPart part, bool extends = false);
    Swept swept(const SweepSubject &subject, const SweepCell &cell);
    static LabRun::Options options();

    EventLoop m_loop;
    RunPool m_pool{RunPool::usualThreads()};
};

LabRun::Options TestSweep::options()
{
    LabRun::Options options;
    options.program = LOCKSCOPE_BINARY;
    return options;
}

PlayedRun TestSweep::play(const Scenario &scenario) { return await(m_loop, m_pool.play({scenario, options()})); }

// If a busy machine kept a worker from starting, that is no result.
LabRun::Played TestSweep::played(const Scenario &scenario)
{
    constexpr int mostPlays = 5;
    for (int plays = 1;; ++plays) {
        auto run = play(scenario);
        if (run.played)
            return *std::move(run.played);
        if (plays == mostPlays)
            qFatal("%s", run.played.error().text.c_str());
    }
}

DryRun TestSweep::learn(const SweepSubject &subject, SweepPart part, bool extends)
{
    return dryRunOf(played(dryRunScenario(subject, part, extends)).history, "A");
}

// If a stalled machine left a run open, it is played again.
Swept TestSweep::swept(const SweepSubject &subject, const SweepCell &cell)
{
    constexpr int mostPlays = 5;
    for (int plays = 1;; ++plays) {
        const auto run = play(sweepScenario(subject, cell));
        if (run.played) {
            Swept swept{*run.played, sweepFinding(cell, run.played->history, run.verdicts)};
            if (plays == mostPlays || swept.finding.tone != SweepFinding::Tone::Open)
                return swept;
        } else if (plays == mostPlays) {
            qFatal("%s", run.played.error().text.c_str());
        }
    }
}

void TestSweep::fault_meetsTheNthCommandOfItsRequest()
{
    SweepSubject subject;
    subject.protocol = "setnx-expire";
    auto scenario = sweepScenario(subject, {{{Phase::Acquire, "PEXPIRE"}, false}, SweepFault::Kill});
    QCOMPARE(commandsOfA(played(scenario).history), (std::vector<std::string>{"SETNX"}));
    scenario.script.front().command.clear(); // the second of the acquire, whatever it is called
    scenario.script.front().nth = 2;
    QCOMPARE(commandsOfA(played(scenario).history), (std::vector<std::string>{"SETNX"}));
    scenario.script.front().in = Phase::Release;
    scenario.script.front().nth = 1;
    QCOMPARE(commandsOfA(played(scenario).history), (std::vector<std::string>{"SETNX", "PEXPIRE"}));
    scenario = sweepScenario(subject, {{{Phase::Acquire, "PEXPIRE"}, true}, SweepFault::Kill});
    QCOMPARE(commandsOfA(played(scenario).history), (std::vector<std::string>{"SETNX", "PEXPIRE"}));
}

void TestSweep::fault_meetsATransaction()
{
    SweepSubject subject;
    subject.protocol = "get-then-del-watch";
    const auto run = learn(subject, SweepPart::GivenLease);
    const RequestCommand removal{Phase::Release, "DEL", 1, 0, true};
    QVERIFY(std::find(run.commands.begin(), run.commands.end(), removal) != run.commands.end());
    const auto commands = commandsOfA(swept(subject, {{removal, false}, SweepFault::Kill}).played.history);
    QVERIFY(std::find(commands.begin(), commands.end(), "GET") != commands.end());
    QVERIFY(std::find(commands.begin(), commands.end(), "DEL") == commands.end());
}

void TestSweep::extend_isPlayed()
{
    SweepSubject subject;
    subject.protocol = "token";
    const auto run = learn(subject, SweepPart::GivenLease, true);
    QVERIFY(run.acquired);
    QVERIFY(std::any_of(run.commands.begin(), run.commands.end(), [](const auto &command) { return command.phase == Phase::Extend; }));
}

void TestSweep::setnxExpire_isImmortalAfterItsFirstCommand()
{
    SweepSubject subject;
    subject.protocol = "setnx-expire";
    const auto run = learn(subject, SweepPart::GivenLease);
    const auto cells = sweepCells({.given = run});
    const auto find = [&](const std::string &name) {
        return *std::find_if(cells.begin(), cells.end(), [&](const SweepCell &cell) { return nameOf(cell) == name; });
    };
    for (const auto *name : {"acquire-SETNX-done-kill", "acquire-before-PEXPIRE-kill"}) {
        SweepFinding found;
        for (int plays = 0; plays < mostPlays && found.tone == SweepFinding::Tone::Open; ++plays)
            found = swept(subject, find(name)).finding;
        QVERIFY2(found.access == SweepFinding::Access::Never && isBad(found), name);
    }
    const auto sound = swept(subject, find("acquire-before-SETNX-kill")).finding;
    QVERIFY(sound.access == SweepFinding::Access::AtOnce && !isBad(sound));
}

// All of their cells, several at once.
void TestSweep::soundLocks_areNotAccused_data()
{
    QTest::addColumn<std::string>("protocol");
    QTest::addColumn<std::size_t>("least");
    QTest::addColumn<bool>("renews");
    QTest::addRow("token") << std::string("token") << std::size_t(33) << false;
    QTest::addRow("hash-reentrant: also its inner calls") << std::string("hash-reentrant") << std::size_t(54) << false;
    QTest::addRow("redisson-readwrite: also beside another reader") << std::string("redisson-readwrite") << std::size_t(60) << true;
}

void TestSweep::soundLocks_areNotAccused()
{
    QFETCH(const std::string, protocol);
    QFETCH(const std::size_t, least);
    QFETCH(const bool, renews);
    SweepSubject subject;
    subject.protocol = protocol;
    SweepLessons lessons{.given = learn(subject, SweepPart::GivenLease)};
    subject = fittedTo(subject, *lessons.given);
    QCOMPARE(isSameTaking(*lessons.given, learn(subject, SweepPart::OwnLease)), !renews);
    if (subject.extends)
        lessons.extending = learn(subject, SweepPart::GivenLease, true);
    lessons.waiting = learn(subject, SweepPart::Waiting);
    if (subject.reEnters)
        lessons.reEntering = learn(subject, SweepPart::ReEntering);
    if (subject.readWrite)
        lessons.sharing = learn(subject, SweepPart::Sharing);
    lessons.handingOver = learn(subject, SweepPart::HandingOver);
    const auto cells = sweepCells(lessons);
    QVERIFY2(cells.size() >= least, std::to_string(cells.size()).c_str());
    std::vector<Arriving<PlayedRun>> coming;
    for (const auto &cell : cells)
        coming.emplace_back(m_loop, m_pool.play({sweepScenario(subject, cell), options()}));
    int clear = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto run = coming[i].get();
        if (!run.played)
            continue; // a busy machine; nothing is said of the lock
        const auto finding = sweepFinding(cells[i], run.played->history, run.verdicts);
        QVERIFY2(!isBad(finding), nameOf(cells[i]).c_str());
        clear += finding.tone == SweepFinding::Tone::Good || finding.tone == SweepFinding::Tone::Waits ? 1 : 0;
    }
    QVERIFY2(clear > 0, "no run told anything");
}

void TestSweep::pool_endsItsRuns()
{
    RunPool pool(2);
    QCOMPARE(pool.threads(), 2);
    auto scenario = dryRunScenario({"token", {}, 1, 400ms}, SweepPart::GivenLease);
    scenario.workers.front().workUntil = {{Happening::Lost, "A", 1}}; // does not come
    scenario.limit = 10min;
    std::vector<Arriving<PlayedRun>> coming;
    for (int i = 0; i < 3; ++i)
        coming.emplace_back(m_loop, pool.play({scenario, options()}));
    scenario.workers.clear();
    coming.clear(); // and the pool with it
}

LOCKSCOPE_TEST(TestSweep)
#include "tst_sweep.moc"

// SPDX-License-Identifier: MIT
// What a sweep and a hunt print.
#include "support/test_program.h"

#include "app/lab/lab_hunt_output.h"
#include "app/lab/lab_sweep_output.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Access = SweepFinding::Access;
using Tone = SweepFinding::Tone;

Verdict immortal()
{
    Verdict verdict;
    verdict.property = Property::NoImmortalLock;
    verdict.outcome = Outcome::Violated;
    verdict.pitfall = "A1";
    verdict.sentence = "nobody claims the lock, and fresh was still refused after 806 ms; the key is A's";
    return verdict;
}

SweepFinding finding(Access access, Tone tone, SweepFinding::Freed freed = SweepFinding::Freed::Unknown)
{
    SweepFinding finding;
    finding.access = access;
    finding.after = 402ms;
    finding.freed = freed;
    finding.tone = tone;
    return finding;
}

// Two commands, twelve cells, seven of which were played.
SweepResult sweep()
{
    DryRun run;
    run.commands = {{Phase::Acquire, "SETNX", 1, 0, true}, {Phase::Acquire, "A-VERY-LONG-NAME-OF-A-COMMAND", 2, 2, false}};
    SweepResult sweep;
    sweep.library = "x 1.0";
    sweep.server = "redis 7.0.15";
    sweep.seed = 7;
    sweep.folder = u"/runs/sweep-x-7"_s;
    sweep.planned = sweepCells({.given = run});
    sweep.cells.resize(sweep.planned.size());
    auto bad = finding(Access::Never, Tone::Bad);
    bad.broken = {immortal()};
    const std::vector<SweepFinding> findings{finding(Access::AtOnce, Tone::Good),
                                             finding(Access::After, Tone::Waits, SweepFinding::Freed::Lease),
                                             finding(Access::AtOnce, Tone::Good),
                                             bad,
                                             finding(Access::Late, Tone::Warns, SweepFinding::Freed::Release),
                                             finding(Access::NotYet, Tone::Open),
                                             finding(Access::NotTried, Tone::Open)};
    for (std::size_t i = 0; i < findings.size(); ++i) {
        LabResult result;
        result.folder = sweep.folder + u'/' + QString::fromStdString(nameOf(sweep.planned[i]));
        sweep.cells[i] = SweepRun{sweep.planned[i], findings[i], result, 1};
    }
    return sweep;
}

HuntResult hunt()
{
    HuntResult hunt;
    hunt.library = "x 1.0";
    hunt.server = "redis 7.0.15";
    hunt.seed = 7;
    hunt.played = 12;
    hunt.took = 61s;
    hunt.subject.lease = 250ms;
    return hunt;
}

void checkWidth(const QString &text)
{
    for (const auto &line : text.split(u'\n'))
        QVERIFY2(columnsOf(line) <= 80 || line.contains(u"/runs/"_s), qPrintable(line)); // a path is not broken
}

} // namespace

class TestLabSearchOutput final : public QObject
{
    Q_OBJECT

private slots:
    void table_fitsIntoATerminal();
    void cells_haveASignAndWords();
    void colour_isOnlyForTerminals();
    void cellWithAnUntrueAnswer_isBad();
    void huntsMistake_isReported();
    void json_namesEachFolder();
    void sweep_hasItsWorstCellsResult();
    void unsweptPart_isNamedWithItsReason();
    void hunt_reportsAttempts();
    void path_isEscapedInJson();
    void hunt_reportsFindings();
    void huntsScenario_isToldWhole();
};

void TestLabSearchOutput::table_fitsIntoATerminal()
{
    const auto text = sweepText(sweep(), {80, false});
    checkWidth(text);
    for (const auto *part : {"                kill            pause           reply held      request or\n",
                             "                                                                reply lost\n",
                             "acquire:        ✓ free at once  · free after                    ✓ free at once\nbefore SETNX", "(server 3)",
                             "7 of 12 runs in ", "something is violated in 1, 2 inconclusive"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    for (const auto &line : sweepText(sweep(), {}).split(u'\n'))
        QVERIFY2(!line.endsWith(u' '), qPrintable(line));
}

void TestLabSearchOutput::cellWithAnUntrueAnswer_isBad()
{
    auto untrue = sweep();
    untrue.cells = {untrue.cells.at(0)};
    untrue.planned.resize(1);
    QCOMPARE(exitCodeOf(untrue), 0);
    untrue.cells.front()->result.remarks = {{RunRemark::Weight::Note, "a note", "R14"}};
    QCOMPARE(exitCodeOf(untrue), 0);
    untrue.cells.front()->result.remarks.push_back({RunRemark::Weight::Mistake, "A answered \"no\", but it had got the lock", "A9"});
    QCOMPARE(exitCodeOf(untrue), 1);
    const auto text = sweepText(untrue, {200, false});
    QVERIFY2(text.contains(u"✗ untrue answer (A9), free at"_s), qPrintable(text));
    QVERIFY2(text.contains(u"kill: A answered \"no\", but it had got the lock\n"_s), qPrintable(text));
    QVERIFY(sweepJson(untrue).contains("\"mistake\": \"A answered"));
}

void TestLabSearchOutput::huntsMistake_isReported()
{
    auto untrue = hunt();
    untrue.mistake =
        HuntMistake{3, {RunRemark::Weight::Mistake, "A answered \"no\", but it had got the lock", "A9"}, u"/runs/hunt-x/mistake"_s};
    const auto text = huntText(untrue, {80, false});
    QVERIFY2(text.contains(u"✗ A answered \"no\", but it had got the lock.\n  A run that shows it: /runs/hunt-x/mistake\n"_s),
             qPrintable(text));
    QVERIFY(!text.contains(u"Nothing that must hold"_s));
    QCOMPARE(exitCodeOf(untrue), 1);
    QVERIFY(huntJson(untrue).contains("\"sentence\": \"A answered"));
}

void TestLabSearchOutput::cells_haveASignAndWords()
{
    const auto text = sweepText(sweep(), {200, false});
    for (const auto *part :
         {"✓ free at once", "· free after 402 ms (lease)", "✗ IMMORTAL (A1)", "! refused; free only after", "? not free: run too short",
          "? did not come to it", "(not played)", "✗ acquire: SETNX done, kill: IMMORTAL (A1): nobody claims the lock",
          "    /runs/sweep-x-7/acquire-SETNX-done-kill", "/runs/sweep-x-7, for example acquire-before-SETNX-kill"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(QString::fromUtf8(part) + u'\n' + text));
}

void TestLabSearchOutput::colour_isOnlyForTerminals()
{
    QVERIFY(!sweepText(sweep(), {80, false}).contains(u'\x1b'));
    QVERIFY(sweepText(sweep(), {80, true}).contains(u"\x1b[1;31m✗ IMMORTAL (A1)"_s));
}

void TestLabSearchOutput::json_namesEachFolder()
{
    const auto all = QJsonDocument::fromJson(sweepJson(sweep())).object();
    QCOMPARE(all[u"planned"_s].toInt(), 12);
    const auto cells = all[u"cells"_s].toArray();
    QCOMPARE(cells.size(), 7);
    const auto cell = cells[3].toObject();
    QCOMPARE(cell[u"folder"_s].toString(), u"/runs/sweep-x-7/acquire-SETNX-done-kill"_s);
    QCOMPARE(cell[u"found"_s].toString(), u"never"_s);
    QCOMPARE(cell[u"at"_s].toString(), u"done"_s);
    QCOMPARE(cell[u"violated"_s].toArray()[0].toObject()[u"property"_s].toString(), u"no-immortal-lock"_s);
    QCOMPARE(cells[1].toObject()[u"after_ms"_s].toInt(), 402);
    QCOMPARE(cells[2].toObject()[u"fault"_s].toString(), u"request-lost"_s);
}

void TestLabSearchOutput::path_isEscapedInJson()
{
    const QString folder = u"/runs/\u009b2J\u202e"_s;
    auto result = sweep();
    result.folder = folder;
    const auto json = sweepJson(result);
    QVERIFY2(json.contains(R"(/runs/\u009b2J\u202e)"), json);
    QCOMPARE(QJsonDocument::fromJson(json)[u"folder"_s].toString(), folder);
}

void TestLabSearchOutput::sweep_hasItsWorstCellsResult()
{
    auto all = sweep();
    QCOMPARE(exitCodeOf(all), 1);
    for (auto &cell : all.cells)
        cell = SweepRun{{}, finding(Access::After, Tone::Waits), {}, 1};
    QCOMPARE(exitCodeOf(all), 0);
    all.cells[1]->finding = finding(Access::NotYet, Tone::Open);
    QCOMPARE(exitCodeOf(all), 3);
    all.cells[1]->finding.tone = Tone::Good;
    all.cells[1]->result.error = Error{ErrorKind::Refused, "it did not begin", {}}; // it proves nothing about the lock
    QCOMPARE(exitCodeOf(all), 3);
    all.cells[1] = std::nullopt;
    QCOMPARE(exitCodeOf(all), 3);
    all.error = Error{ErrorKind::Transport, "no server", {}};
    QCOMPARE(exitCodeOf(all), 69);
}

void TestLabSearchOutput::unsweptPart_isNamedWithItsReason()
{
    auto result = sweep();
    QVERIFY(!QJsonDocument::fromJson(sweepJson(result)).object().contains(u"not_swept"_s));
    result.refusals = {{SweepPart::ReEntering, "the inner acquire was refused"}};
    const auto text = sweepText(result, {80, false});
    QVERIFY2(text.contains(u"Not swept, re-entry: The inner acquire was refused."_s), qPrintable(text));
    const auto json = QJsonDocument::fromJson(sweepJson(result)).object();
    QCOMPARE(json[u"not_swept"_s].toObject()[u"re-entering"_s].toString(), u"the inner acquire was refused"_s);
}

void TestLabSearchOutput::hunt_reportsAttempts()
{
    const auto text = huntText(hunt(), {80, false});
    checkWidth(text);
    for (const auto *part : {"seed 7", "This is not a proof", "12 scenarios in 61.0 s", "leases of 250 ms"})
        QVERIFY2(text.simplified().contains(QString::fromUtf8(part)), qPrintable(text)); // a line may end anywhere between words
    QCOMPARE(exitCodeOf(hunt()), 0);
    auto none = hunt();
    none.failed = none.played;
    QCOMPARE(exitCodeOf(none), 3);
    none = hunt();
    none.interrupted = true;
    QCOMPARE(exitCodeOf(none), 3);
}

void TestLabSearchOutput::hunt_reportsFindings()
{
    auto result = hunt();
    HuntCatch found;
    found.number = 5;
    found.verdict = immortal();
    found.first = HuntPlan({}, {}, {}, 7).next();
    found.smallest = found.first;
    found.tried = 3;
    found.shown = 4;
    found.plays = 5;
    found.file = u"/runs/hunt-x-7/counterexample.json"_s;
    result.found = found;
    const auto text = huntText(result, {80, false});
    checkWidth(text);
    for (const auto *part : {"✗ no immortal lock violated (A1): nobody claims", "found in scenario 5: workers: ", "it comes in 4 of 5 runs",
                             "    A: ", "Play it: lockscope lab /runs/hunt-x-7/counterexample.json -- COMMAND"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    QCOMPARE(exitCodeOf(result), 1);
    const auto json = QJsonDocument::fromJson(huntJson(result)).object();
    QCOMPARE(json[u"found"_s].toObject()[u"pitfall"_s].toString(), u"A1"_s);
}

// What a line leaves out may be what the bug needs.
void TestLabSearchOutput::huntsScenario_isToldWhole()
{
    HuntCatch found;
    found.verdict = immortal();
    auto &workers = found.smallest.workers;
    workers.resize(2);
    workers[0].name = "A";
    workers[0].skew = -125ms;
    workers[0].mode = entry::Mode::Read;
    workers[0].extends = 500ms;
    workers[1].name = "B";
    workers[1].processOf = "A";
    workers[1].tries = 3;
    workers[1].depth = 2;
    workers[1].innerEnds = true;
    workers[1].givesLease = false;
    Fault delay;
    delay.action = Action::DelayReplies;
    delay.who = "A";
    delay.by = 62ms;
    delay.server = 1;
    delay.when = {{Happening::Ok, "A", 1}};
    found.smallest.script = {delay};
    auto result = hunt();
    result.found = found;
    const auto text = huntText(result, {200, false}).simplified();
    for (const auto *part : {"A: its clock is 125 ms behind, ", "as a reader", "extends it to 500 ms", "B: in A's process, ",
                             "asks again after an error, takes it twice and gives the inner one back first, names no lease",
                             "delay replies of A by 62 ms on server 2 when A ok"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
}

LOCKSCOPE_TEST(TestLabSearchOutput)
#include "tst_lab_search_output.moc"

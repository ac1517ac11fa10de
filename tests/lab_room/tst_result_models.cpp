// SPDX-License-Identifier: MIT
// A suite and a sweep as models: what their cells show, and where their runs are.
#include "support/test_program.h"
#include "table_results.h"

#include "ui/lab/tables/check_model.h"
#include "ui/lab/tables/suite_model.h"
#include "ui/lab/tables/sweep_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::tests;
using namespace Qt::Literals::StringLiterals;
using Shade = ShadedLabel::Shade;

namespace {

template <class Model>
struct Watched
{
    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    QString text(int row, int column) const { return model.index(row, column).data().toString().replace(QChar(0x00a0), u' '); }
    Shade shade(int row, int column) const { return static_cast<Shade>(model.index(row, column).data(ResultModel::ShadeRole).toInt()); }
};

int columnOf(const ResultModel &model, const QString &title)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() == title)
            return column;
    }
    return -1;
}

} // namespace

class TestResultModels final : public QObject
{
    Q_OBJECT

private slots:
    void suite_showsEachResult();
    void suite_coloursOnlyUnexpectedResults();
    void suite_sortsProblemsFirst();
    void suite_growsRowByRow();
    void suiteOfOtherWorkers_countsPromises();
    void skippedStory_namesMissingCapability();
    void sweep_hasARowPerPlaceAndAColumnPerFault();
    void sweepCells_haveASignAndTheirRun();
    void sweep_growsCellByCell();
    void failedSweep_isExplained();
    void check_hasARowPerPropertyAndPitfall();
    void check_sortsBrokenFirst();
    void check_keepsItsRowsWhileItPlays();
    void checkOfBrokenWorker_isExplained();
};

void TestResultModels::suite_showsEachResult()
{
    Watched<SuiteModel> shown;
    shown.model.show(fourStories());
    QCOMPARE(shown.model.rowCount(), 4);
    QCOMPARE(shown.text(0, SuiteModel::Story), u"The story of one"_s);
    QCOMPARE(shown.text(0, SuiteModel::Result), u"✓ as expected"_s);
    QCOMPARE(shown.text(1, SuiteModel::Result), u"✗ NOT as expected"_s);
    QCOMPARE(shown.text(2, SuiteModel::Result), u"? inconclusive"_s);
    QCOMPARE(shown.text(3, SuiteModel::Result), u"to be played"_s);
    const int ownership = columnOf(shown.model, u"Ownership"_s);
    QCOMPARE(shown.text(1, ownership), u"✗ violated R1"_s);
    QCOMPARE(shown.text(3, ownership), QString());
    QCOMPARE(shown.model.index(1, ownership).data(Qt::AccessibleTextRole).toString(), u"Ownership: ✗ violated R1"_s);
    QCOMPARE(shown.model.index(1, ownership).data(ResultModel::ProofRole).toULongLong(), 7);
    QCOMPARE(shown.model.index(1, 0).data(ResultModel::FolderRole).toString(), u"/runs/two"_s);
    QVERIFY(shown.model.index(1, 0).data(ResultModel::DetailsRole).toString().contains(u"expected: held"_s));
    QVERIFY(shown.model.summary().contains(u"1 as expected"_s) && shown.model.summary().contains(u"1 NOT as expected"_s));
}

void TestResultModels::suite_coloursOnlyUnexpectedResults()
{
    Watched<SuiteModel> shown;
    shown.model.show(fourStories());
    const int ownership = columnOf(shown.model, u"Ownership"_s);
    QCOMPARE(shown.shade(0, ownership), Shade::Text); // violated, as its story says
    QCOMPARE(shown.shade(1, ownership), Shade::Danger);
    QCOMPARE(shown.shade(2, ownership), Shade::Warning);
    QCOMPARE(shown.shade(0, SuiteModel::Result), Shade::Text);
    QCOMPARE(shown.shade(1, SuiteModel::Result), Shade::Danger);
}

void TestResultModels::suite_sortsProblemsFirst()
{
    Watched<SuiteModel> shown;
    shown.model.show(fourStories());
    const auto rank = [&](int row) { return shown.model.index(row, SuiteModel::Result).data(ResultModel::SortRole).toInt(); };
    QVERIFY(rank(1) < rank(2) && rank(2) < rank(0) && rank(0) < rank(3));
}

void TestResultModels::suite_growsRowByRow()
{
    Watched<SuiteModel> shown;
    auto suite = fourStories();
    const auto all = std::exchange(suite.results, std::vector<std::optional<LabResult>>(4));
    shown.model.show(suite);
    QCOMPARE(shown.model.rowCount(), 4);
    QCOMPARE(shown.model.played(), 0);
    QSignalSpy resets(&shown.model, &QAbstractItemModel::modelReset), changes(&shown.model, &QAbstractItemModel::dataChanged);
    suite.results[1] = all[1];
    shown.model.show(suite);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.front().front().toModelIndex().row(), 1);
    QCOMPARE(shown.model.played(), 1);
}

void TestResultModels::suiteOfOtherWorkers_countsPromises()
{
    auto suite = fourStories();
    for (auto &result : suite.results) {
        if (result)
            result->expects = false;
    }
    Watched<SuiteModel> shown;
    shown.model.show(suite);
    const int ownership = columnOf(shown.model, u"Ownership"_s);
    QCOMPARE(shown.text(0, SuiteModel::Result), u"✗ violated"_s);
    QCOMPARE(shown.shade(0, ownership), Shade::Danger); // the story may expect it of its own protocol, not of these
    QCOMPARE(shown.shade(2, ownership), Shade::Warning);
}

void TestResultModels::skippedStory_namesMissingCapability()
{
    auto suite = fourStories();
    suite.results[3] = played(suite.scenarios[3], {});
    suite.results[3]->skips = {"fair"};
    Watched<SuiteModel> shown;
    shown.model.show(suite);
    QCOMPARE(shown.text(3, SuiteModel::Result), u"– skipped"_s);
    QVERIFY(shown.model.index(3, 0).data(ResultModel::DetailsRole).toString().contains(u"fair"_s));
}

void TestResultModels::sweep_hasARowPerPlaceAndAColumnPerFault()
{
    Watched<SweepModel> shown;
    shown.model.show(smallSweep());
    QCOMPARE(shown.model.columnCount(), 5);
    QCOMPARE(shown.model.rowCount(), 3);
    QCOMPARE(shown.text(0, 0), u"acquire: before SETNX"_s);
    QCOMPARE(shown.text(1, 0), u"acquire: SETNX done"_s);
    QCOMPARE(shown.model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"Kill"_s);
    QCOMPARE(shown.text(0, 3), QString()); // a reply that was never asked for cannot be held
    QCOMPARE(shown.text(1, 3), u"to be played"_s);
    QCOMPARE(shown.model.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), u"Request or reply lost"_s);
    QCOMPARE(shown.model.index(0, 4).data(ResultModel::TitleRole).toString(), u"Acquire: before SETNX, request lost"_s);
    QCOMPARE(shown.model.index(1, 4).data(ResultModel::TitleRole).toString(), u"Acquire: SETNX done, reply lost"_s);
}

void TestResultModels::sweepCells_haveASignAndTheirRun()
{
    Watched<SweepModel> shown;
    shown.model.show(smallSweep());
    QCOMPARE(shown.text(0, 1), u"✓ free at once"_s);
    QCOMPARE(shown.text(1, 1), u"✗ IMMORTAL (A1)"_s);
    QCOMPARE(shown.shade(1, 1), Shade::Danger);
    const auto bad = shown.model.index(1, 1);
    QCOMPARE(bad.data(ResultModel::FolderRole).toString(), u"/runs/sweep-x-7/acquire-SETNX-done-kill"_s);
    QCOMPARE(bad.data(ResultModel::ProofRole).toULongLong(), 31);
    QVERIFY(bad.data(ResultModel::DetailsRole).toString().contains(u"why it is so"_s));
    QCOMPARE(bad.data(Qt::AccessibleTextRole).toString(), u"acquire: SETNX done, kill: ✗ IMMORTAL (A1)"_s);
    QVERIFY(shown.model.summary().contains(u"something is violated in 1"_s));
}

void TestResultModels::sweep_growsCellByCell()
{
    Watched<SweepModel> shown;
    const auto sweep = smallSweep();
    auto earlier = sweep;
    earlier.cells[3].reset();
    shown.model.show(earlier);
    QSignalSpy resets(&shown.model, &QAbstractItemModel::modelReset), changes(&shown.model, &QAbstractItemModel::dataChanged);
    shown.model.show(sweep);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.front().front().toModelIndex(), shown.model.index(1, 1));
    auto other = sweep;
    other.folder = u"/runs/sweep-x-8"_s;
    shown.model.show(other);
    QCOMPARE(resets.size(), 1);
}

void TestResultModels::failedSweep_isExplained()
{
    Watched<SweepModel> shown;
    SweepResult failed;
    failed.error = Error{ErrorKind::Refused, "the worker did not start", "start"};
    shown.model.show(failed);
    QCOMPARE(shown.model.rowCount(), 0);
    QVERIFY(shown.model.failure().contains(u"the worker did not start"_s, Qt::CaseInsensitive));
}

namespace {

int rowOf(const ResultModel &model, const QString &title)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data().toString() == title)
            return row;
    }
    return -1;
}

const QString deleting = u"R1 Deleting another's lock"_s;

} // namespace

void TestResultModels::check_hasARowPerPropertyAndPitfall()
{
    Watched<CheckModel> shown;
    shown.model.show(smallCheck(true));
    const int row = rowOf(shown.model, deleting);
    QCOMPARE(shown.text(row, CheckModel::Word), u"✗ broken"_s);
    QCOMPARE(shown.text(row, CheckModel::Answers), u"library"_s);
    QCOMPARE(shown.text(row, CheckModel::Finding), u"why it is so"_s);
    QVERIFY(shown.shade(row, CheckModel::Word) == Shade::Danger);
    const auto cell = shown.model.index(row, CheckModel::Word);
    QCOMPARE(cell.data(ResultModel::FolderRole).toString(), u"/runs/one"_s);
    QCOMPARE(cell.data(ResultModel::ProofRole).toULongLong(), 7);
    QVERIFY(cell.data(ResultModel::DetailsRole).toString().contains(u"one, entries 3 7"_s));
    QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), u"Result: ✗ broken"_s);
    QCOMPARE(shown.text(rowOf(shown.model, u"Ownership"_s), CheckModel::Word), u"✗ broken"_s);
    QCOMPARE(shown.text(rowOf(shown.model, u"R2 GET then DEL"_s), CheckModel::Finding), u"not played"_s);
    QCOMPARE(shown.text(rowOf(shown.model, u"Runs: two"_s), CheckModel::Word), u"– not put to the test"_s);
    QVERIFY(shown.model.summary().contains(u"/runs/check-7"_s));
    QVERIFY(shown.model.subject().contains(u"seed 7"_s));
}

void TestResultModels::check_sortsBrokenFirst()
{
    CheckModel model;
    model.show(smallCheck(true));
    const auto rank = [&](const QString &title) {
        return model.index(rowOf(model, title), CheckModel::Word).data(ResultModel::SortRole).toInt();
    };
    QVERIFY(rank(u"Ownership"_s) < rank(deleting));
    QVERIFY(rank(deleting) < rank(u"Mutual exclusion"_s));
}

void TestResultModels::check_keepsItsRowsWhileItPlays()
{
    Watched<CheckModel> shown;
    auto early = smallCheck(false);
    early.parts[1].state = CheckPart::State::Waits;
    shown.model.show(early);
    QCOMPARE(shown.model.rowCount(), 0); // the self-test plays
    shown.model.show(smallCheck(false));
    QSignalSpy reset(&shown.model, &QAbstractItemModel::modelReset), data(&shown.model, &QAbstractItemModel::dataChanged);
    auto next = smallCheck(false);
    next.pitfalls[0].word = CheckWord::Kept;
    shown.model.show(next);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(data.size(), 1);
    QCOMPARE(shown.model.planned(), 2);
    QCOMPARE(shown.model.played(), 1);
    QVERIFY2(shown.model.summary().startsWith(u"Stories: 1 of 2 runs"_s), qPrintable(shown.model.summary()));
}

void TestResultModels::checkOfBrokenWorker_isExplained()
{
    CheckModel model;
    Check check;
    check.seed = 7;
    check.parts = {{CheckPart::Kind::Selftest, CheckPart::State::Failed, 3, 0, {}, {}}};
    check.mistakes = {{"It did not release the lock.", {}, "selftest", {}}};
    model.show(check);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.failure().contains(u"self-test"_s) && model.failure().contains(u"It did not release the lock."_s));
    check.mistakes.clear();
    check.error = Error{ErrorKind::Refused, "there is no program \"x\"", {}};
    model.show(check);
    QVERIFY(model.failure().contains(u"there is no program"_s));
}

LOCKSCOPE_TEST(TestResultModels)
#include "tst_result_models.moc"

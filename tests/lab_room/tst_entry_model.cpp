// SPDX-License-Identifier: MIT
// The table twin of the timeline.
#include "lab_story.h"
#include "support/test_program.h"

#include "ui/lab/player/caption_line.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/entry_table.h"
#include "ui/lab/player/run_player.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct ShownTable
{
    explicit ShownTable(ShownRunPtr run = plainDel())
    {
        table.resize(900, 400);
        table.show();
        table.setFocus();
        player.show(std::move(run));
    }

    QString text(int row, int column) const { return model.index(row, column).data().toString(); }
    std::uint64_t chosen() const { return model.numberOf(table.currentIndex().row()); }

    RunPlayer player;
    EntryModel model{&player};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    EntryTable table{&model, &player};
};

} // namespace

class EntryModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void rows_startAfterTheWarmUp();
    void futureRows_areHiddenUntilAllIsShown();
    void row_describesEventAndItsVerdicts();
    void protection_isADecisiveRow();
    void currentRow_followsThePlayer();
    void chosenRow_movesThePlayer();
    void anotherRun_replacesAllRows();
    void longRun_isNotReadAhead();
    void typedLetter_doesNotBuildEverySentence();
};

void EntryModelTest::rows_startAfterTheWarmUp()
{
    ShownTable shown;
    shown.model.setShowsAll(true);
    const auto &entries = shown.player.run()->report.history.entries;
    QVERIFY(std::holds_alternative<lockcore::entry::Begun>(entries.at(shown.model.numberOf(0) - 2).what));
    QCOMPARE(shown.model.numberOf(shown.model.rowCount() - 1), entries.back().number);
    QCOMPARE(shown.model.numberOf(-1), 0u);
    QCOMPARE(shown.model.numberOf(shown.model.rowCount()), 0u);
    QCOMPARE(shown.model.rowOf(shown.model.numberOf(7)), 7);
    QCOMPARE(shown.model.rowOf(1), -1);
}

void EntryModelTest::futureRows_areHiddenUntilAllIsShown()
{
    ShownTable shown;
    QCOMPARE(shown.model.rowCount(), 0);
    shown.player.setPosition(120ms);
    const int now = shown.model.rowCount();
    QCOMPARE(shown.text(now - 1, EntryModel::Sentence), u"A is paused."_s);
    shown.player.setPosition(320ms);
    QVERIFY(shown.model.rowCount() > now);
    shown.player.setPosition(120ms);
    QCOMPARE(shown.model.rowCount(), now);
    shown.model.setShowsAll(true);
    QVERIFY(shown.model.rowCount() > now);
}

void EntryModelTest::row_describesEventAndItsVerdicts()
{
    ShownTable shown;
    shown.model.setShowsAll(true);
    bool isNamed = false;
    for (const auto &mark : shown.player.run()->lanes.marks) {
        const int row = shown.model.rowOf(mark.number);
        QCOMPARE(shown.text(row, EntryModel::Number), u"#%1"_s.arg(mark.number));
        QVERIFY(!shown.text(row, EntryModel::Verdicts).isEmpty());
        isNamed = isNamed || shown.text(row, EntryModel::Verdicts).contains(u"ownership ✗ violated"_s);
    }
    QVERIFY(isNamed);
    QCOMPARE(shown.text(0, EntryModel::Time), u"5.00 ms"_s);
    QCOMPARE(shown.text(0, EntryModel::Worker), u"A"_s);
    QCOMPARE(shown.text(1, EntryModel::Verdicts), QString());
    for (int column = 0; column < EntryModel::ColumnCount; ++column)
        QVERIFY(!shown.model.headerData(column, Qt::Horizontal).toString().isEmpty());
}

// A's release after its lease meets B's lock, and frees nothing.
void EntryModelTest::protection_isADecisiveRow()
{
    lockcore::test::HistoryBuilder story;
    story.worker("A").worker("B").at(5).add(lockcore::entry::Begun{});
    story.at(10).gets("A").at(20).acquire("B").at(310).expires("A").takes("B").ok("B");
    story.at(328).release("A").at(330).turn("A", "EVALSHA", lockcore::entry::Verb::Free).at(332).no("A").at(340).givesBack("B");
    RunPlayer player;
    EntryModel model(&player, EntryModel::Which::Decisive);
    model.setShowsAll(true);
    player.show(shownRun(story.end(), false));
    QCOMPARE(model.rowCount(), 1);
    const auto cell = model.index(0, EntryModel::Verdicts);
    QCOMPARE(cell.data().toString(), u"✓ not A's: nothing deleted"_s);
    QVERIFY(cell.data(EntryModel::ProtectionRole).toBool());
    CaptionLine caption(&player);
    player.showEntry(model.numberOf(0));
    QCOMPARE(caption.text(), u"A's EVALSHA is executed.  ✓ not A's: nothing deleted"_s);
    QCOMPARE(caption.accessibleName(), caption.text());
}

void EntryModelTest::currentRow_followsThePlayer()
{
    ShownTable shown;
    for (const auto time : {120ms, 430ms, 320ms, 500ms, 14ms}) {
        shown.player.setPosition(time);
        QCOMPARE(shown.chosen(), shown.player.entry());
    }
    shown.model.setShowsAll(true);
    shown.player.setPosition(318ms);
    QCOMPARE(shown.chosen(), shown.player.entry());
    shown.player.show(nullptr);
    QCOMPARE(shown.chosen(), 0u);
}

void EntryModelTest::chosenRow_movesThePlayer()
{
    ShownTable shown;
    shown.model.setShowsAll(true);
    shown.player.setPosition(10ms);
    const auto before = shown.chosen();
    QTest::keyClick(&shown.table, Qt::Key_Down);
    QCOMPARE(shown.chosen(), before + 1);
    QVERIFY(shown.player.position() > RunPlayer::Time(10ms));
    const auto row = shown.table.visualRect(shown.model.index(3, EntryModel::Sentence)).center();
    QTest::mouseClick(shown.table.viewport(), Qt::LeftButton, {}, row);
    QCOMPARE(shown.chosen(), shown.model.numberOf(3));
    QCOMPARE(shown.player.position(), shown.player.run()->report.history.entries.at(shown.model.numberOf(3) - 1).at);
    QTest::keyClick(&shown.table, Qt::Key_Space); // is the page's
    QCOMPARE(shown.chosen(), shown.model.numberOf(3));
    QVERIFY(!shown.table.accessibleName().isEmpty());
}

void EntryModelTest::anotherRun_replacesAllRows()
{
    ShownTable shown;
    shown.player.setPosition(shown.player.end());
    const int rows = shown.model.rowCount();
    QVERIFY(rows > 10);
    shown.player.show(manyWorkers(3, 1));
    QCOMPARE(shown.model.rowCount(), 0);
    shown.player.setPosition(shown.player.end());
    QVERIFY(shown.model.rowCount() > 0 && shown.model.rowCount() != rows);
}

void EntryModelTest::longRun_isNotReadAhead()
{
    RunPlayer player;
    EntryModel model(&player);
    EntryTable table(&model, &player);
    table.resize(900, 400);
    table.show();
    player.show(manyWorkers(10, 20, 200)); // some 80,000 entries
    model.setShowsAll(true);
    QVERIFY(model.rowCount() > 70'000);
    QElapsedTimer timer;
    timer.start();
    player.setPosition(player.end());
    table.grab();
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed()))); // all sentences would take much longer
    QCOMPARE(model.numberOf(table.currentIndex().row()), player.entry());
}

// The entry that created a lock is far before its last renewals.
void EntryModelTest::typedLetter_doesNotBuildEverySentence()
{
    RunPlayer player;
    EntryModel model(&player);
    EntryTable table(&model, &player);
    table.show();
    player.show(manyWorkers(1, 1, 20'000)); // one lease, some 40,000 entries: to read them all takes many seconds
    model.setShowsAll(true);
    player.setPosition(player.end());
    QElapsedTimer timer;
    timer.start();
    QTest::keyClick(&table, Qt::Key_X);
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
}

LOCKSCOPE_TEST(EntryModelTest)
#include "tst_entry_model.moc"

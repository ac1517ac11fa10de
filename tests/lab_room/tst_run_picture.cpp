// SPDX-License-Identifier: MIT
// The lanes and the list of decisive events below them.
#include "lab_story.h"
#include "support/test_program.h"
#include "told_engine.h"

#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/entry_table.h"

#include <QAbstractItemModelTester>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;

namespace {

/// A page that shows a run, at its beginning.
struct ShownPage
{
    explicit ShownPage(QSize size, const ShownRunPtr &run = plainDelOfTwo())
    {
        settings.setValue(u"lab/tourOffered"_s, true);
        page.resize(size);
        page.show();
        page.desk()->play({});
        engine.end(run);
        page.player()->setPlaying(false);
    }

    EntryTable *list() const { return page.findChild<EntryTable *>(u"decisiveTable"_s); }
    bool lists() const
    {
        QCoreApplication::processEvents();
        return list()->isVisible();
    }
    void end() { page.player()->setPosition(page.player()->end()); }

    const QTemporaryDir home;
    QSettings settings{home.filePath(u"s"_s), QSettings::IniFormat};
    ToldEngine engine;
    LabPage page{&engine, &settings};
};

std::vector<std::uint64_t> namedIn(const ShownRun &run)
{
    std::vector<std::uint64_t> numbers;
    for (const auto &mark : run.lanes.marks)
        numbers.push_back(mark.number);
    return numbers;
}

constexpr QSize highPage(1380, 880), lowPage(1221, 701);

} // namespace

class RunPictureTest final : public QObject
{
    Q_OBJECT

private slots:
    void rows_areTheVerdictsEvents();
    void list_appearsOnceTheRunWasPlayed();
    void guess_isNotRevealed();
    void row_selectsItsMomentAndFollowsThePlayer();
    void list_leavesLanesVisible();
    void twoRunsAndProjector_haveNoList();
    void soundRun_hasNoList();
    void legend_isShownOnceTheRunWasPlayed_andCanBeSwitchedOff();
    void projector_showsVerdictsWhole();
    void projector_givesVerdictsTheRoomOfManyLanes();
};

void RunPictureTest::rows_areTheVerdictsEvents()
{
    RunPlayer player;
    EntryModel model(&player, EntryModel::Which::Decisive);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto run = plainDelOfTwo();
    player.show(run);
    const auto numbers = namedIn(*run);
    QVERIFY(numbers.size() >= 3);
    QCOMPARE(model.rowCount(), 0); // before the first of them
    player.showEntry(numbers[1]);
    QCOMPARE(model.rowOf(numbers[1]), 1);
    model.setShowsAll(true);
    QCOMPARE(model.rowCount(), static_cast<int>(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        QCOMPARE(model.numberOf(static_cast<int>(i)), numbers[i]);
    QCOMPARE(model.rowOf(numbers[0] - 1), -1);
    QCOMPARE(model.rowOf(numbers.back() + 1), static_cast<int>(numbers.size()) - 1);
}

void RunPictureTest::list_appearsOnceTheRunWasPlayed()
{
    for (const auto size : {highPage, lowPage}) {
        ShownPage shown(size);
        QVERIFY(!shown.lists());
        shown.end();
        QVERIFY(shown.lists());
        QVERIFY(shown.list()->model()->rowCount() >= 3);
        QVERIFY(!shown.list()->accessibleName().isEmpty());
        shown.page.player()->setPosition(shown.page.player()->begin()); // the run was seen to its end
        QVERIFY(shown.lists());
    }
}

void RunPictureTest::guess_isNotRevealed()
{
    ShownPage shown(highPage);
    QVERIFY(!shown.lists());
    shown.page.actions()->guessFirst->setChecked(false);
    QVERIFY(shown.lists());
    shown.page.actions()->guessFirst->setChecked(true);
    QVERIFY(!shown.lists());
}

void RunPictureTest::row_selectsItsMomentAndFollowsThePlayer()
{
    ShownPage shown(highPage);
    shown.end();
    QVERIFY(shown.lists());
    const auto &run = shown.page.player()->run();
    const auto numbers = namedIn(*run);
    const auto timeOf = [&](std::size_t row) { return run->report.history.entries.at(numbers.at(row) - 1).at; };
    auto *list = shown.list();
    list->scrollToTop();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(1, EntryModel::Sentence)).center());
    QCOMPARE(shown.page.player()->position(), timeOf(1));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(shown.page.player()->position(), timeOf(2));
    shown.end();
    QCOMPARE(list->currentIndex().row(), list->model()->rowCount() - 1);
    shown.page.player()->setPosition(shown.page.player()->begin());
    QCOMPARE(list->currentIndex().row(), -1);
}

void RunPictureTest::list_leavesLanesVisible()
{
    ShownPage shown(highPage);
    shown.end();
    for (int height = highPage.height(); height > 480; height -= 20) {
        shown.page.resize(highPage.width(), height);
        if (shown.lists())
            QCOMPARE(shown.page.stack()->upperTimeline()->verticalScrollBar()->maximum(), 0);
    }
    QVERIFY(!shown.lists());
}

void RunPictureTest::twoRunsAndProjector_haveNoList()
{
    ShownPage shown(highPage);
    shown.end();
    QVERIFY(shown.lists());
    shown.page.actions()->projector->setChecked(true);
    QVERIFY(!shown.lists());
    shown.page.actions()->projector->setChecked(false);
    QVERIFY(shown.lists());
    shown.page.desk()->stack({});
    shown.engine.end(plainDelOfTwo());
    shown.end();
    QVERIFY(!shown.lists());
    shown.page.desk()->unstack();
    QVERIFY(shown.lists());
}

void RunPictureTest::soundRun_hasNoList()
{
    ShownPage shown(highPage, manyWorkers(2, 2));
    shown.end();
    QVERIFY(!shown.lists());
}

void RunPictureTest::legend_isShownOnceTheRunWasPlayed_andCanBeSwitchedOff()
{
    ShownPage shown(highPage);
    const auto *legend = shown.page.findChild<QWidget *>(u"legend"_s);
    QCoreApplication::processEvents();
    QVERIFY(!legend->isVisible()); // its signs are a part of the answer
    shown.end();
    QVERIFY(legend->isVisible());
    QVERIFY2(legend->accessibleName().contains(u"two inside at once"_s), qPrintable(legend->accessibleName()));
    shown.page.actions()->legend->setChecked(false);
    QVERIFY(!legend->isVisible());
}

void RunPictureTest::projector_showsVerdictsWhole()
{
    ShownPage shown({1920, 1040});
    shown.end();
    shown.page.actions()->projector->setChecked(true);
    QCoreApplication::processEvents();
    QCOMPARE(shown.page.verdicts()->verticalScrollBar()->maximum(), 0);
    QCOMPARE(shown.page.stack()->upperTimeline()->verticalScrollBar()->maximum(), 0);
}

void RunPictureTest::projector_givesVerdictsTheRoomOfManyLanes()
{
    ShownPage shown({1920, 1040}, manyWorkers(8, 8));
    shown.end();
    shown.page.actions()->projector->setChecked(true);
    QCoreApplication::processEvents();
    QCOMPARE(shown.page.verdicts()->verticalScrollBar()->maximum(), 0);
    QVERIFY(shown.page.stack()->height() > 1040 / 5); // the lanes scroll
}

LOCKSCOPE_TEST(RunPictureTest)
#include "tst_run_picture.moc"

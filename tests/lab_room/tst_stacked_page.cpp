// SPDX-License-Identifier: MIT
// The page with one run and with two: nothing that both show changes its place.
#include "lab_story.h"
#include "support/test_program.h"
#include "told_engine.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_card.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/worker_card.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;

class TestStackedPage final : public QObject
{
    Q_OBJECT

private slots:
    void stacking_keepsHorizontalPositions_data();
    void stacking_keepsHorizontalPositions();
    void lowPage_showsAllLanesOfBothRuns();
    void verdictsOfBothRuns_areSideBySide();
    void source_usesTheSpaceBesidesTheCards();
    void liveRun_isFollowedForTenSeconds();
};

void TestStackedPage::liveRun_isFollowedForTenSeconds()
{
    using namespace std::chrono_literals;
    const QTemporaryDir home;
    QSettings settings(home.filePath(u"s"_s), QSettings::IniFormat);
    settings.setValue(u"lab/tourOffered"_s, true);
    ToldEngine engine;
    LabPage page(&engine, &settings);
    page.resize(1280, 720);
    page.show();
    const auto runOf = [](double milliseconds) {
        lockcore::test::HistoryBuilder story{Milliseconds(300)};
        story.worker("A").worker("B").at(5).add(entry::Begun{});
        story.at(10).gets("A").at(20).givesBack("A").at(milliseconds).gets("B").givesBack("B");
        return shownRun(story.end());
    };
    page.desk()->play({{}, 0, {}, true, 10});
    const auto *timeline = page.stack()->upperTimeline();
    emit engine.grew(1, runOf(400)); // all of it
    QCOMPARE(timeline->first(), page.player()->begin());
    emit engine.grew(1, runOf(16'000));
    QCOMPARE(timeline->last(), page.player()->end());
    QCOMPARE(timeline->last() - timeline->first(), RunPlayer::Time(10s));
    engine.end(runOf(16'000));
    QCOMPARE(timeline->first(), page.player()->begin()); // it is over: all of it again
}

void TestStackedPage::stacking_keepsHorizontalPositions_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080), QSize(1100, 700)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void TestStackedPage::stacking_keepsHorizontalPositions()
{
    QFETCH(QSize, size);
    const QTemporaryDir home;
    QSettings settings(home.filePath(u"s"_s), QSettings::IniFormat);
    settings.setValue(u"lab/tourOffered"_s, true);
    ToldEngine engine;
    LabPage page(&engine, &settings);
    page.resize(size);
    page.show();
    auto *desk = page.desk();
    const auto play = [&](bool below) {
        below ? desk->stack({}) : desk->play({});
        engine.end();
        page.player()->setPosition(page.player()->end());
        QTest::qWait(50);
    };
    const auto places = [&] {
        const auto across = [&](const QWidget *widget) {
            const auto x = widget->mapTo(&page, QPoint()).x();
            return u"%1 %2…%3"_s.arg(widget->objectName()).arg(x).arg(x + widget->width());
        };
        QStringList places;
        for (const auto *widget : {static_cast<const QWidget *>(page.library()), static_cast<const QWidget *>(page.stack()),
                                   static_cast<const QWidget *>(page.workers())})
            places << across(widget);
        auto *timeline = page.stack()->upperTimeline();
        const auto crosshairAt = [&](int x) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, 60), QPointF(x, 60), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(timeline->viewport(), &move);
            return timeline->crosshair().value_or(RunPlayer::Time(-1)).count();
        };
        places << u"%1 %2"_s.arg(crosshairAt(200)).arg(crosshairAt(400));
        return places;
    };
    play(false);
    const auto one = places();
    play(true);
    QVERIFY(desk->lower());
    QCOMPARE(places(), one);
}

// In a window of 1280 × 720, repeated elements make room for the lanes.
void TestStackedPage::lowPage_showsAllLanesOfBothRuns()
{
    const QTemporaryDir home;
    QSettings settings(home.filePath(u"s"_s), QSettings::IniFormat);
    settings.setValue(u"lab/tourOffered"_s, true);
    ToldEngine engine;
    LabPage page(&engine, &settings);
    page.resize(1221, 701);
    page.show();
    const auto *story = page.findChild<StoryHeader *>();
    page.desk()->play({});
    engine.end(plainDelOfTwo());
    QVERIFY(story->isVisible());
    page.desk()->stack({});
    engine.end(plainDelOfTwo());
    QCoreApplication::processEvents();
    for (const auto *timeline : {page.stack()->upperTimeline(), page.stack()->lowerTimeline()}) {
        const auto hidden = timeline->verticalScrollBar()->maximum();
        QVERIFY2(hidden == 0, qPrintable(u"%1: %2 px are hidden"_s.arg(timeline->objectName()).arg(hidden)));
    }
    QVERIFY(!story->isVisible());
    page.desk()->unstack();
    QVERIFY(story->isVisible());
}

void TestStackedPage::verdictsOfBothRuns_areSideBySide()
{
    const QTemporaryDir home;
    QSettings settings(home.filePath(u"s"_s), QSettings::IniFormat);
    settings.setValue(u"lab/tourOffered"_s, true);
    ToldEngine engine;
    LabPage page(&engine, &settings);
    page.resize(1221, 701);
    page.show();
    const auto *pair = page.findChild<QWidget *>(u"verdictPair"_s);
    page.desk()->play({});
    engine.end(plainDelOfTwo());
    page.player()->setPosition(page.player()->end());
    QVERIFY(page.verdicts()->isVisible() && !pair->isVisible());
    page.desk()->stack({});
    engine.end(manyWorkers(3, 4));
    page.player()->setPosition(page.player()->begin());
    QVERIFY(!pair->isVisible()); // guess first
    page.player()->setPosition(page.player()->end());
    QVERIFY(!page.verdicts()->isVisible() && pair->isVisible());
    page.desk()->stack({});
    engine.end(plainDel(40));
    page.player()->setPosition(page.player()->end());
    QCoreApplication::processEvents();
    QStringList texts;
    for (const auto *label : pair->findChildren<QLabel *>())
        texts << label->text();
    QCOMPARE(texts.count(u"Ownership"_s), 1);
    QCOMPARE(texts.count(u"✗ violated"_s), 4); // ownership and resource, twice
    auto *link = pair->findChildren<QAbstractButton *>().last();
    link->click(); // of the lower run
    const auto number = link->text().mid(1).toULongLong();
    QCOMPARE(page.stack()->lowerPlayer()->entry(), number);
    page.desk()->unstack();
    QVERIFY(page.verdicts()->isVisible() && !pair->isVisible());
}

void TestStackedPage::source_usesTheSpaceBesidesTheCards()
{
    const QTemporaryDir home;
    QSettings settings(home.filePath(u"s"_s), QSettings::IniFormat);
    settings.setValue(u"lab/tourOffered"_s, true);
    ToldEngine engine;
    LabPage page(&engine, &settings);
    page.resize(1224, 700);
    page.show();
    page.desk()->play({});
    engine.end();
    QTest::qWait(50);
    const auto *source = page.findChild<SourcePanel *>();
    const auto narrow = source->width();
    page.resize(1440, 900);
    QTest::qWait(50);
    QVERIFY(source->width() > narrow + 80);
    const auto cards = page.workers()->height();
    QVERIFY2(source->height() > 2 * cards, qPrintable(u"%1 and %2"_s.arg(source->height()).arg(cards)));
    for (const auto *card : page.workers()->cards())
        QVERIFY(card->visibleRegion().boundingRect().height() == card->height());
    page.player()->setPosition(page.player()->end());
    QCOMPARE(page.workers()->height(), cards); // does not move
    QTest::qWait(50);
    const auto verdicts = page.verdicts()->height();
    page.actions()->change->trigger(); // its space is not taken from the lanes alone
    QTest::qWait(50);
    QVERIFY2(page.verdicts()->height() < verdicts, qPrintable(u"%1 and %2"_s.arg(page.verdicts()->height()).arg(verdicts)));
}

LOCKSCOPE_TEST(TestStackedPage)
#include "tst_stacked_page.moc"

// SPDX-License-Identifier: MIT
#include "lab_story.h"
#include "support/test_program.h"

#include "ui/lab/picture/run_timeline.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QHelpEvent>
#include <QImage>
#include <QPaintEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <ranges>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A timeline on a screen that is large enough for all lanes.
struct ShownTimeline
{
    explicit ShownTimeline(ShownRunPtr run, QSize size = {1000, 460})
    {
        timeline.resize(size);
        timeline.show();
        timeline.setFocus();
        player.show(std::move(run));
    }

    double left() const { return timeline.wantedGutter(); }
    double xOf(RunPlayer::Time time) const { return sheet().xOf(time); }
    TimelineSheet sheet() const
    {
        TimelineSheet sheet;
        sheet.size = timeline.viewport()->size();
        sheet.begin = timeline.first();
        sheet.end = timeline.last();
        sheet.gutter = left();
        sheet.font = timeline.font();
        return sheet;
    }
    QPoint at(double x, int y) const { return {static_cast<int>(std::lround(x)), y}; }
    QPoint free(RunPlayer::Time time) const { return at(xOf(time), timeline.viewport()->height() - 3); } ///< where no lane is
    void click(QPoint point) { QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {}, point); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&timeline, key, modifiers); }
    void wheel(QPoint point, int notches, Qt::KeyboardModifiers modifiers = {})
    {
        QWheelEvent event(point, timeline.viewport()->mapToGlobal(point), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(timeline.viewport(), &event);
    }
    RunPlayer::Time shown() const { return timeline.last() - timeline.first(); }
    QImage picture() { return timeline.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); }

    /// The first point at which the timeline says a text like this.
    std::optional<QPoint> find(const QString &text)
    {
        picture();
        for (int y = 0; y < timeline.viewport()->height(); y += 3) {
            for (int x = 0; x < timeline.viewport()->width(); x += 3) {
                if (timeline.textAt(QPointF(x, y)).contains(text))
                    return QPoint(x, y);
            }
        }
        return std::nullopt;
    }

    RunPlayer player;
    RunTimeline timeline{&player};
};

bool near(RunPlayer::Time one, RunPlayer::Time other, RunPlayer::Time most = 2ms) { return one - other < most && other - one < most; }

int differences(const QImage &one, const QImage &other, const QRect &place)
{
    int count = 0;
    for (int y = place.top(); y <= place.bottom(); ++y) {
        for (int x = place.left(); x <= place.right(); ++x)
            count += one.pixel(x, y) != other.pixel(x, y) ? 1 : 0;
    }
    return count;
}

} // namespace

/// What a widget has painted since it was cleared.
class PaintedRegion final : public QObject
{
public:
    explicit PaintedRegion(QWidget *widget) { widget->installEventFilter(this); }

    void clear() { m_region = {}; }
    const QRegion &region() const { return m_region; }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            m_region += static_cast<QPaintEvent *>(event)->region();
        return false;
    }

private:
    QRegion m_region;
};

class RunTimelineTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyAppearance(Appearance::Light); }
    void withoutRun_isEmpty();
    void run_isShownAsAWhole();
    void lanes_fillTheHeight();
    void click_setsThePlayhead();
    void dragAlongTheAxis_scrubs();
    void drag_pansOnlyWhenZoomed();
    void wheel_zoomsAtThePointer();
    void keys_step_zoom_andFit();
    void future_isVeiledUntilAllIsShown();
    void label_isReadableWhenItsEventHappens();
    void signOfTheMoment_isWholeAbovePlayheadAndVeil();
    void veil_alsoHidesToolTips();
    void toolTip_describesItsPlace();
    void contradiction_isShown();
    void mark_canBeClicked();
    void playhead_staysVisible();
    void crosshair_readsTheTime();
    void groups_foldAndUnfold();
    void labelsUnderThePlayhead_areRepaintedWhole();
    void lanes_scrollUnderTheAxis();
    void partialLanes_areNotPainted();
    void appearances_areAllPainted();
};

void RunTimelineTest::withoutRun_isEmpty()
{
    ShownTimeline shown(nullptr);
    for (const auto key : {Qt::Key_F, Qt::Key_Comma, Qt::Key_Period, Qt::Key_Home, Qt::Key_End, Qt::Key_Plus, Qt::Key_Left, Qt::Key_U})
        shown.key(key);
    shown.click({500, 100});
    shown.wheel({500, 100}, 3);
    QCOMPARE(shown.timeline.textAt({500, 100}), QString());
    QVERIFY(!shown.picture().isNull());
    QCOMPARE(shown.player.position(), RunPlayer::Time(0));
}

void RunTimelineTest::lanes_fillTheHeight()
{
    for (const int height : {460, 900}) {
        ShownTimeline shown(plainDel(), {1000, height});
        shown.player.setPosition(shown.player.end());
        shown.picture();
        int lowest = 0;
        for (int y = 0; y < height; ++y) {
            if (shown.timeline.textAt(QPointF(shown.xOf(480ms), y)).contains(u" is inside"_s))
                lowest = y;
        }
        QVERIFY2(lowest > height * 4 / 5, qPrintable(u"%1 of %2"_s.arg(lowest).arg(height)));
    }
}

void RunTimelineTest::run_isShownAsAWhole()
{
    ShownTimeline shown(plainDel());
    QCOMPARE(shown.timeline.first(), shown.player.begin());
    QCOMPARE(shown.timeline.last(), shown.player.end());
    QCOMPARE(shown.timeline.verticalScrollBar()->maximum(), 0);
    QVERIFY(!shown.timeline.accessibleName().isEmpty());
    QVERIFY(shown.timeline.focusPolicy() == Qt::StrongFocus);
}

void RunTimelineTest::click_setsThePlayhead()
{
    ShownTimeline shown(plainDel());
    shown.click(shown.free(300ms));
    QVERIFY(near(shown.player.position(), 300ms));
    shown.click(shown.at(3, 100)); // a name is not a time
    QVERIFY(near(shown.player.position(), 300ms));
}

void RunTimelineTest::dragAlongTheAxis_scrubs()
{
    ShownTimeline shown(plainDel());
    shown.wheel(shown.free(300ms), 4);
    const auto first = shown.timeline.first();
    auto *const view = shown.timeline.viewport();
    QTest::mousePress(view, Qt::LeftButton, {}, shown.at(shown.xOf(280ms), 6));
    QVERIFY(near(shown.player.position(), 280ms));
    QTest::mouseMove(view, shown.at(shown.xOf(330ms), 40));
    QVERIFY(near(shown.player.position(), 330ms));
    QTest::mouseRelease(view, Qt::LeftButton, {}, shown.at(shown.xOf(330ms), 40));
    QCOMPARE(shown.timeline.first(), first);
}

void RunTimelineTest::drag_pansOnlyWhenZoomed()
{
    ShownTimeline shown(plainDel());
    auto *const view = shown.timeline.viewport();
    const auto drag = [&](QPoint from, QPoint to) {
        QTest::mousePress(view, Qt::LeftButton, {}, from);
        QTest::mouseMove(view, (from + to) / 2);
        QTest::mouseMove(view, to);
        QTest::mouseRelease(view, Qt::LeftButton, {}, to);
    };
    drag(shown.free(400ms), shown.free(200ms));
    QVERIFY(near(shown.player.position(), 200ms)); // nothing to pan: it scrubs
    shown.wheel(shown.free(300ms), 5);
    const auto position = shown.player.position();
    const auto first = shown.timeline.first();
    drag(shown.free(320ms), shown.free(300ms));
    QVERIFY(near(shown.timeline.first(), first + 20ms));
    QCOMPARE(shown.player.position(), position);
}

void RunTimelineTest::wheel_zoomsAtThePointer()
{
    ShownTimeline shown(plainDel());
    const auto x = shown.xOf(200ms);
    const auto before = shown.shown();
    QSignalSpy changed(&shown.timeline, &RunTimeline::rangeChanged);
    shown.wheel(shown.at(x, 100), 3);
    QCOMPARE(changed.count(), 1);
    QVERIFY(shown.shown() < before);
    QVERIFY(std::abs(shown.xOf(200ms) - x) < 1.5);
    const auto first = shown.timeline.first();
    shown.wheel(shown.at(x, 100), -1, Qt::ShiftModifier);
    QVERIFY(shown.timeline.first() > first);
    shown.wheel(shown.at(x, 100), -100);
    QCOMPARE(shown.shown(), before); // never farther away than the run
    shown.wheel(shown.at(x, 100), 1000);
    QCOMPARE(shown.shown(), RunPlayer::Time(200)); // nor closer than this
}

void RunTimelineTest::keys_step_zoom_andFit()
{
    ShownTimeline shown(plainDel());
    shown.key(Qt::Key_Period);
    QCOMPARE(shown.player.position(), RunPlayer::Time(10ms));
    shown.key(Qt::Key_Period);
    shown.key(Qt::Key_Comma);
    QCOMPARE(shown.player.position(), RunPlayer::Time(10ms));
    shown.key(Qt::Key_Home);
    shown.key(Qt::Key_PageDown);
    QCOMPARE(shown.player.position(), shown.player.run()->lanes.marks.front().at);
    shown.key(Qt::Key_End);
    QCOMPARE(shown.player.position(), shown.player.end());
    shown.key(Qt::Key_Home);
    QCOMPARE(shown.player.position(), shown.player.begin());
    shown.key(Qt::Key_Right);
    QVERIFY(shown.player.position() > shown.player.begin());
    shown.key(Qt::Key_Left);
    QCOMPARE(shown.player.position(), shown.player.begin());
    const auto whole = shown.shown();
    shown.key(Qt::Key_Plus);
    QVERIFY(shown.shown() < whole);
    shown.key(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(shown.timeline.first() > shown.player.begin());
    shown.key(Qt::Key_F);
    QCOMPARE(shown.shown(), whole);
}

void RunTimelineTest::future_isVeiledUntilAllIsShown()
{
    ShownTimeline shown(plainDel());
    shown.player.setPosition(200ms);
    const auto veiled = shown.picture();
    const QRect future(static_cast<int>(shown.xOf(330ms)), 30, 300, 400), past(static_cast<int>(shown.left()), 30, 150, 400);
    shown.player.setPosition(210ms);
    QCOMPARE(differences(veiled, shown.picture(), future), 0);
    shown.timeline.setShowsAll(true);
    const auto all = shown.picture();
    QVERIFY(differences(veiled, all, future) > 3000);
    QCOMPARE(differences(veiled, all, past), 0);
    shown.timeline.setShowsAll(false);
    shown.player.setPosition(shown.player.end());
    QVERIFY(differences(veiled, shown.picture(), future) > 3000);
}

// Not only after the playhead has passed the end of the text.
void RunTimelineTest::label_isReadableWhenItsEventHappens()
{
    ShownTimeline shown(plainDel());
    const QRect beside(static_cast<int>(shown.xOf(434ms)) + 20, 120, 60, 280); // "A removes B's lock", below the badges
    shown.player.setPosition(433999us);
    const auto before = shown.picture();
    shown.player.setPosition(434ms);
    QVERIFY(differences(before, shown.picture(), beside) > 50);
}

void RunTimelineTest::signOfTheMoment_isWholeAbovePlayheadAndVeil()
{
    ShownTimeline shown(plainDel());
    const auto x = static_cast<int>(std::lround(shown.xOf(434ms)));
    const auto danger = shadesOf(shown.timeline.palette()).danger.rgb();
    const auto rightHalf = [&](RunPlayer::Time position) { // of the arrow and the dot at its end, left of the words
        shown.player.setPosition(position);
        const auto picture = shown.picture();
        int count = 0;
        for (int y = 60; y < picture.height(); ++y) {
            for (int column = x + 1; column <= x + 4; ++column)
                count += picture.pixel(column, y) == danger ? 1 : 0;
        }
        return count;
    };
    QCOMPARE(rightHalf(433999us), 0);
    QVERIFY2(rightHalf(434ms) >= 4, qPrintable(QString::number(rightHalf(434ms))));
}

void RunTimelineTest::veil_alsoHidesToolTips()
{
    ShownTimeline shown(plainDel());
    shown.player.setPosition(200ms);
    QVERIFY(shown.find(u"A waits"_s));
    QVERIFY(!shown.find(u"removes"_s));
    QVERIFY(!shown.find(u"inside at once"_s));
    shown.timeline.setShowsAll(true);
    QVERIFY(shown.find(u"removes"_s));
    QVERIFY(shown.find(u"inside at once"_s));
}

void RunTimelineTest::toolTip_describesItsPlace()
{
    ShownTimeline shown(plainDel());
    shown.player.setPosition(shown.player.end());
    QVERIFY(shown.find(u"A paused"_s));
    QVERIFY(shown.find(u"In Redis: B"_s));
    const auto mark = shown.find(u"A removes B’s lock"_s);
    QVERIFY(mark);
    QHelpEvent help(QEvent::ToolTip, *mark, shown.timeline.viewport()->mapToGlobal(*mark));
    QVERIFY(QCoreApplication::sendEvent(shown.timeline.viewport(), &help));
}

void RunTimelineTest::contradiction_isShown()
{
    ShownTimeline shown(plainDel());
    shown.timeline.setShowsAll(true);
    const auto point = shown.find(u"A believes that it holds the lock. Redis has no lock of its making."_s);
    QVERIFY(point);
    QVERIFY(point->x() + 2 >= shown.xOf(314ms));
    QVERIFY(shown.find(u"B believes that it holds the lock. Redis has no"_s)); // A has removed its lock
}

void RunTimelineTest::mark_canBeClicked()
{
    ShownTimeline shown(plainDel());
    shown.timeline.setShowsAll(true);
    const auto number = shown.player.run()->lanes.marks.back().number;
    const auto point = shown.find(u"#%1 "_s.arg(number));
    QVERIFY(point);
    QSignalSpy chosen(&shown.timeline, &RunTimeline::entryChosen);
    shown.click(*point);
    QCOMPARE(chosen.count(), 1);
    const auto clicked = chosen.front().front().toULongLong();
    QCOMPARE(shown.player.position(), shown.player.run()->report.history.entries.at(clicked - 1).at);
}

void RunTimelineTest::playhead_staysVisible()
{
    ShownTimeline shown(plainDel());
    shown.wheel(shown.free(60ms), 10);
    for (int i = 0; i < 40 && shown.player.position() < shown.player.end(); ++i) {
        shown.key(Qt::Key_Period);
        QVERIFY(shown.timeline.first() <= shown.player.position() && shown.player.position() <= shown.timeline.last());
    }
    shown.key(Qt::Key_Home);
    QCOMPARE(shown.timeline.first(), shown.player.begin());
}

void RunTimelineTest::crosshair_readsTheTime()
{
    ShownTimeline shown(plainDel());
    QVERIFY(!shown.timeline.crosshair());
    const auto before = shown.picture();
    QTest::mouseMove(shown.timeline.viewport(), shown.free(250ms));
    QVERIFY(shown.timeline.crosshair());
    QVERIFY(near(*shown.timeline.crosshair(), 250ms));
    QVERIFY(differences(before, shown.picture(), shown.timeline.viewport()->rect()) > 100); // through all lanes
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(shown.timeline.viewport(), &leave);
    QVERIFY(!shown.timeline.crosshair());
    QCOMPARE(shown.picture(), before);
}

void RunTimelineTest::groups_foldAndUnfold()
{
    ShownTimeline shown(manyWorkers(200, 2));
    shown.player.setPosition(shown.player.end());
    const auto folded = shown.timeline.verticalScrollBar()->maximum();
    const auto heading = shown.find(u"w0 … w19: a click unfolds them"_s);
    QVERIFY(heading);
    QVERIFY(shown.find(u"1 working"_s));
    shown.click(*heading);
    const auto unfolded = shown.timeline.verticalScrollBar()->maximum();
    QVERIFY(unfolded > folded + 15 * shown.timeline.fontMetrics().height());
    QVERIFY(shown.find(u"w3 "_s));
    shown.click(*heading);
    QCOMPARE(shown.timeline.verticalScrollBar()->maximum(), folded);
    shown.key(Qt::Key_U);
    QVERIFY(shown.timeline.verticalScrollBar()->maximum() > unfolded);
    shown.key(Qt::Key_U);
    QCOMPARE(shown.timeline.verticalScrollBar()->maximum(), folded);
    QVERIFY(shown.timeline.zoomActions().back()->isEnabled());
    shown.player.show(plainDel());
    QVERIFY(!shown.timeline.zoomActions().back()->isEnabled());
}

void RunTimelineTest::labelsUnderThePlayhead_areRepaintedWhole()
{
    ShownTimeline shown(plainDel());
    const auto begin = std::chrono::microseconds(420'000);
    shown.timeline.setRange(begin, begin + std::chrono::milliseconds(2)); // the labels there are long
    TimelinePicture axis;
    axis.show(shown.player.run());
    const auto ticks = axis.tickPlaces(shown.sheet());
    QVERIFY(!ticks.empty());
    PaintedRegion painted(shown.timeline.viewport());
    const auto head = QFontMetricsF(shown.timeline.font()).horizontalAdvance(u"000.00 ms"_s) / 2;
    for (auto at = begin; at < begin + std::chrono::milliseconds(2); at += std::chrono::microseconds(10)) {
        shown.player.setPosition(at);
        const auto x = shown.xOf(at);
        painted.clear();
        shown.player.setPosition(at + std::chrono::microseconds(10));
        QTRY_VERIFY(!painted.region().isEmpty());
        for (const auto &tick : ticks) {
            if (tick.left() < x + head && tick.right() > x - head)
                QVERIFY2(QRegion(tick.toRect()).subtracted(painted.region()).isEmpty(), qPrintable(QString::number(at.count())));
        }
    }
}

void RunTimelineTest::lanes_scrollUnderTheAxis()
{
    ShownTimeline shown(plainDel(), {800, 200});
    shown.timeline.setShowsAll(true);
    QVERIFY(shown.timeline.verticalScrollBar()->maximum() > 0);
    const auto before = shown.picture();
    shown.timeline.verticalScrollBar()->setValue(60);
    const auto after = shown.picture();
    QCOMPARE(differences(before, after, {0, 0, 780, 14}), 0);
    QVERIFY(differences(before, after, {0, 70, 780, 120}) > 1000);
}

// No name and no bar may be cut: each is complete or hidden.
void RunTimelineTest::partialLanes_areNotPainted()
{
    ShownTimeline shown(plainDel(), {800, 400});
    shown.timeline.setShowsAll(true);
    QCOMPARE(shown.timeline.verticalScrollBar()->maximum(), 0);
    for (int height = 250; height > 170; height -= 3) {
        shown.timeline.resize(800, height);
        QVERIFY(shown.timeline.verticalScrollBar()->maximum() > 0);
        const auto picture = shown.picture();
        const auto isBlank = [&](int y) { // the names are there
            const auto ground = shown.timeline.palette().color(QPalette::Base);
            const auto dots = std::views::iota(0, 80);
            return std::ranges::all_of(dots, [&](int x) { return picture.pixelColor(x, y) == ground; });
        };
        QVERIFY2(isBlank(height - 1), qPrintable(QString::number(height)));
        QVERIFY2(!std::ranges::all_of(std::views::iota(60, height), isBlank), qPrintable(QString::number(height)));
    }
}

void RunTimelineTest::appearances_areAllPainted()
{
    for (const auto appearance : {Appearance::Dark, Appearance::HighContrastLight, Appearance::HighContrastDark, Appearance::Light}) {
        applyAppearance(appearance);
        ShownTimeline shown(plainDel());
        shown.timeline.setShowsAll(true);
        const auto picture = shown.picture();
        QCOMPARE(picture.pixelColor(picture.width() - 2, picture.height() - 2), shown.timeline.palette().color(QPalette::Base));
        bool hasDanger = false;
        for (int x = 0; x < picture.width() && !hasDanger; ++x) {
            for (int y = 0; y < picture.height() && !hasDanger; ++y)
                hasDanger = picture.pixelColor(x, y) == shadesOf(shown.timeline.palette()).danger;
        }
        QVERIFY(hasDanger);
    }
}

LOCKSCOPE_TEST(RunTimelineTest)
#include "tst_run_timeline.moc"

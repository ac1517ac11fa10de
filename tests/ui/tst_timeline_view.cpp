// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_view.h"

#include <QAccessible>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr TimelineTime midday{std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 12h};

/// A hundred lanes, each held for a minute and renewed in the middle of it; the test sets the time.
class Lanes final : public TimelineSource
{
public:
    Lanes()
    {
        for (int i = 0; i < 100; ++i) {
            const int lane = history.addLane(u"lane %1"_s.arg(i));
            history.open(lane, {midday - 60s, {}, u"x"_s, i, true});
            history.mark(lane, {midday - 60s, 0});
            history.mark(lane, {midday - 30s + i * 10ms, 1});
        }
    }

    void settle() override { }
    int laneCount() const override { return 100; }
    const TimelineLane *lane(int position) const override { return &history.lane(position); }
    bool isGone(int position) const override { return position >= living; }
    int livingLanes() const override { return living; }
    int currentLane() const override { return current; }
    TimelineTime now() const override { return time; }
    const std::vector<TimelineLook> &looks() const override { return m_looks; }
    std::vector<TimelineBand> bands() const override { return {}; }
    QString timeText(TimelineTime at) const override { return QString::number((at - midday).count()); }
    QString tip(int, TimelineTime, TimelineLength) const override { return {}; }

    TimelineHistory history;
    TimelineTime time = midday;
    int current = -1;
    int living = 100;

private:
    std::vector<TimelineLook> m_looks = {{},
                                         {TimelineLook::Shape::Tick, TimelineLook::Tone::Plain, u"renewed"_s, false, false},
                                         {TimelineLook::Shape::Alarm, TimelineLook::Tone::Warning, u"taken over"_s, true, false}};
};

} // namespace

class TimelineViewTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_lanes = std::make_unique<Lanes>();
        m_view = std::make_unique<TimelineView>(m_lanes.get());
        m_view->resize(900, 260);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void cleanup()
    {
        m_view.reset();
        m_lanes.reset();
    }

    void timePasses_viewFollows()
    {
        const auto begin = m_view->scale().begin;
        m_lanes->time += 10s;
        QTRY_VERIFY(m_view->scale().begin > begin);
        QTRY_VERIFY(std::chrono::abs(m_view->scale().begin - begin - 10s) < 200ms);
    }

    void panned_stopsFollowingUntilAsked()
    {
        QSignalSpy following(m_view.get(), &TimelineView::followingChanged);
        const auto begin = m_view->scale().begin;
        drag({600, 100}, {500, 100});
        drag({500, 100}, {650, 100});
        QVERIFY(!m_view->follows());
        QCOMPARE(following.size(), 1);
        QVERIFY(m_view->scale().begin < begin);
        const auto stays = m_view->scale().begin;
        m_lanes->time += 10s;
        m_view->refresh();
        QTest::qWait(250); // two frames in which nothing must happen
        QVERIFY(m_view->scale().begin == stays);
        QTest::keyClick(m_view.get(), Qt::Key_N);
        QVERIFY(m_view->follows());
        QVERIFY(m_view->scale().begin > begin);
    }

    void resized_showsTheSameTime()
    {
        m_view->showMoment(m_lanes->time - 500s, {});
        const auto begin = m_view->scale().begin;
        m_view->resize(700, 200);
        QVERIFY(!m_view->follows());
        QVERIFY(m_view->scale().begin == begin);
        m_view->follow();
        m_view->resize(900, 260);
        QVERIFY(m_view->scale().begin > begin);
    }

    void wheelWhileAway_zoomsAtThePointer()
    {
        drag({600, 100}, {700, 100});
        moveTo({500, 100});
        const auto under = *m_view->crosshair();
        const auto before = m_view->scale().perPixel;
        wheel({500, 100}, 120);
        QVERIFY(m_view->scale().perPixel < before);
        QVERIFY(std::chrono::abs(*m_view->crosshair() - under) < 10ms);
        QVERIFY(!m_view->follows());
    }

    void wheelWhileFollowing_keepsThePresent()
    {
        wheel({500, 100}, -240);
        QVERIFY(m_view->follows());
        const auto x = m_view->scale().xOf(m_lanes->time);
        QVERIFY2(x > 600 && x < 900, qPrintable(QString::number(x)));
    }

    void wheelOverTheNames_scrollsTheLanes()
    {
        const auto before = m_view->scale().perPixel;
        wheel({20, 100}, -240);
        QVERIFY(m_view->verticalScrollBar()->value() > 0);
        QCOMPARE(m_view->scale().perPixel, before);
    }

    void keyF_showsWholeHistory()
    {
        m_lanes->time = midday + 1h;
        QTest::keyClick(m_view.get(), Qt::Key_F);
        const auto &scale = m_view->scale();
        QVERIFY(scale.xOf(midday - 60s) >= 0);
        QVERIFY(scale.xOf(midday + 1h) <= 900);
        QVERIFY(scale.xOf(midday + 1h) - scale.xOf(midday - 60s) > 400);
    }

    void commaAndPeriod_goFromEventToEvent()
    {
        QTest::keyClick(m_view.get(), Qt::Key_Comma);
        QVERIFY(m_view->crosshair() == midday - 30s + 990ms); // the last mark of all lanes
        QTest::keyClick(m_view.get(), Qt::Key_Comma);
        QVERIFY(m_view->crosshair() == midday - 30s + 980ms);
        QTest::keyClick(m_view.get(), Qt::Key_Period);
        QVERIFY(m_view->crosshair() == midday - 30s + 990ms);
        QVERIFY(m_view->accessibleDescription().contains(u"renewed"_s));
        m_lanes->current = 5;
        QTest::keyClick(m_view.get(), Qt::Key_Comma);
        QVERIFY(m_view->crosshair() == midday - 30s + 50ms); // the last mark of the chosen lane
        QVERIFY(!m_view->follows());
    }

    void clickedAndArrowed_lanesAreChosen()
    {
        QSignalSpy chosen(m_view.get(), &TimelineView::laneChosen);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {400, 100});
        QCOMPARE(chosen.size(), 1);
        m_lanes->current = chosen.front().front().toInt();
        QVERIFY(m_lanes->current > 0);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(chosen.back().front().toInt(), m_lanes->current + 1);
        m_lanes->current = 99;
        m_view->showCurrent();
        QCOMPARE(m_view->verticalScrollBar()->value(), m_view->verticalScrollBar()->maximum());
    }

    void heldLocksMoveOutOfView_viewFollows()
    {
        auto *bar = m_view->verticalScrollBar();
        bar->setValue(bar->maximum());
        m_lanes->living = 4; // and 96 are gone
        m_view->refresh();
        QTRY_COMPARE(bar->value(), 0);
    }

    void scrolledToGoneLocks_staysUntilSelectionIsCleared()
    {
        auto *bar = m_view->verticalScrollBar();
        m_lanes->living = 4;
        m_lanes->current = 60;
        m_view->showCurrent();
        const int there = bar->value();
        QVERIFY(there > 0);
        m_lanes->time += 1s;
        m_view->grab(); // drawn again
        QCOMPARE(bar->value(), there);
        m_lanes->current = -1;
        m_view->showCurrent();
        QTRY_COMPARE(bar->value(), 0);
        bar->setValue(bar->maximum()); // by hand
        m_view->grab();
        QCOMPARE(bar->value(), bar->maximum());
        m_lanes->living = 0; // the last present lock goes, and another one comes
        m_view->grab();
        m_lanes->living = 1;
        m_view->grab();
        QCOMPARE(bar->value(), bar->maximum());
    }

    // A label of the axis is there completely or not at all.
    void crosshair_leavesNoLabelsBehind()
    {
        const auto without = axisColumns();
        QVERIFY(without.size() > 300);
        int hidden = 0;
        for (int x = 250; x < 880; x += 7) {
            moveTo({x, 100});
            const auto with = axisColumns();
            int first = -1, last = -1; // columns that the crosshair paints
            for (int i = 0; i < with.size(); ++i) {
                if (!with[i].isEmpty() && with[i] != without[i]) {
                    first = first < 0 ? i : first;
                    last = i;
                }
            }
            QVERIFY(first >= 0);
            for (const auto &[begin, end] : runsOf(without)) {
                const bool whole = with.sliced(begin, end - begin) == without.sliced(begin, end - begin);
                hidden += whole ? 0 : 1;
                for (int i = begin; i < end && !whole; ++i)
                    QVERIFY2(with[i].isEmpty() || (i >= first && i <= last), qPrintable(u"the crosshair at %1, column %2"_s.arg(x).arg(i)));
            }
        }
        QVERIFY(hidden > 10);
    }

    void takeovers_areSeparateAndTheirLabelsDoNotHideTheBar()
    {
        auto &history = m_lanes->history;
        for (const auto at : {-30s, -24s})
            history.mark(0, {midday + at, 2});
        QTest::keyClick(m_view.get(), Qt::Key_F);
        moveTo({600, 100});
        const double gutter = 600 - m_view->scale().xOf(*m_view->crosshair());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(m_view->viewport(), &leave);
        const auto image = m_view->viewport()->grab().toImage();
        const auto &shades = shadesOf(m_view->palette());
        int row = -1; // where the first triangle is
        const auto xOf = [&](TimelineTime at) { return static_cast<int>(gutter + m_view->scale().xOf(at)); };
        for (int y = 0; y < image.height() && row < 0; ++y) {
            if (image.pixelColor(xOf(midday - 30s), y) == shades.warning)
                row = y;
        }
        QVERIFY(row > 0);
        QCOMPARE(image.pixelColor(xOf(midday - 24s), row), shades.warning);
        const int bar = row + 6;
        const auto base = m_view->palette().color(QPalette::Base);
        for (int x = xOf(midday - 59s); x < xOf(midday); ++x)
            QVERIFY2(image.pixelColor(x, bar) != base, qPrintable(QString::number(x)));
    }

    void focus_isVisible()
    {
        m_view->clearFocus();
        const auto without = m_view->grab().toImage();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus();
        const auto with = m_view->grab().toImage();
        QVERIFY(with.pixelColor(0, 100) != without.pixelColor(0, 100));
        m_view->clearFocus();
        QCOMPARE(m_view->grab().toImage().pixelColor(0, 100), without.pixelColor(0, 100));
    }

    void crosshair_followsPointerAndDisappearsWithIt()
    {
        moveTo({600, 50});
        const auto time = m_view->crosshair();
        QVERIFY(time);
        moveTo({600, 200});
        QVERIFY(m_view->crosshair() == time); // the same in every lane
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(m_view->viewport(), &leave);
        QVERIFY(!m_view->crosshair());
    }

    void spaceIsNotTaken()
    {
        QKeyEvent space(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, u" "_s);
        QApplication::sendEvent(m_view.get(), &space);
        QVERIFY(!space.isAccepted());
    }

    void accessible_hasNameAndDescription()
    {
        const auto *interface = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(!interface->text(QAccessible::Name).isEmpty());
        QVERIFY(interface->text(QAccessible::Description).contains(u"table"_s));
    }

private:
    // The axis column by column: the pixels that differ from the ground.
    QList<QList<QRgb>> axisColumns() const
    {
        const auto image = m_view->viewport()->grab().toImage();
        const auto ground = image.pixel(image.width() - 1, 0);
        QList<QList<QRgb>> columns(image.width());
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < m_view->fontMetrics().height(); ++y) {
                if (image.pixel(x, y) != ground)
                    columns[x] << static_cast<QRgb>(y) << image.pixel(x, y);
            }
        }
        return columns;
    }

    // The ranges in which something is painted without a wider gap.
    static QList<std::pair<int, int>> runsOf(const QList<QList<QRgb>> &columns)
    {
        constexpr int gap = 8;
        QList<std::pair<int, int>> runs;
        for (int x = 0; x < columns.size(); ++x) {
            if (columns[x].isEmpty())
                continue;
            if (runs.isEmpty() || x - runs.back().second > gap)
                runs << std::pair(x, x);
            runs.back().second = x + 1;
        }
        return runs;
    }

    void moveTo(QPoint to, Qt::MouseButtons buttons = {})
    {
        QMouseEvent move(QEvent::MouseMove, QPointF(to), m_view->viewport()->mapToGlobal(QPointF(to)), Qt::NoButton, buttons, {});
        QApplication::sendEvent(m_view->viewport(), &move);
    }

    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, from);
        moveTo((from + to) / 2, Qt::LeftButton);
        moveTo(to, Qt::LeftButton);
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, to);
    }

    void wheel(QPoint at, int angle)
    {
        QWheelEvent turn(QPointF(at), m_view->viewport()->mapToGlobal(QPointF(at)), {}, {0, angle}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view->viewport(), &turn);
    }

    std::unique_ptr<Lanes> m_lanes;
    std::unique_ptr<TimelineView> m_view;
};

LOCKSCOPE_TEST(TimelineViewTest)
#include "tst_timeline_view.moc"

// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_pixels.h"
#include "ui/widgets/timeline_scale.h"

#include <QPainter>
#include <QTest>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr TimelineTime noon{std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 12h};

TimelineScale secondScale() // 100 px are a second
{
    return {noon, 10'000};
}

QStringList labels(const TimelineScale &scale, double width, double leastPixels)
{
    QStringList texts;
    const auto step = axisStep(scale, leastPixels);
    for (const auto tick : axisTicks(scale, width, noon, step))
        texts << distanceLabel(tick - noon, step);
    return texts;
}

TrimmedVector<TimelineMark> marksAt(std::initializer_list<TimelineLength> times, int what = 1)
{
    TrimmedVector<TimelineMark> marks;
    for (const auto time : times)
        marks.push_back({noon + time, what});
    return marks;
}

constexpr std::array<int, 4> weights = {-1, 1, 2, 30}; // not drawn, tick, notch, danger

} // namespace

/// The timeline's arithmetic, without a window.
class TimelineTest final : public QObject
{
    Q_OBJECT

private slots:
    void timeAndPixel_areInverse()
    {
        const auto scale = secondScale();
        QCOMPARE(scale.xOf(noon + 2500ms), 250.0);
        QVERIFY(scale.timeAt(250) == noon + 2500ms);
        QVERIFY(scale.timeAt(-100) == noon - 1s);
    }

    void zoomed_timeUnderThePointerStays()
    {
        auto scale = secondScale();
        const auto under = scale.timeAt(333);
        for (int turn = 0; turn < 20; ++turn)
            scale.zoom(1.25, 333);
        QVERIFY(std::chrono::abs(scale.timeAt(333) - under) <= 20us);
        QVERIFY(scale.perPixel < 200);
    }

    void zoomedWithoutEnd_staysWithinBounds()
    {
        auto scale = secondScale();
        for (int turn = 0; turn < 500; ++turn)
            scale.zoom(0.5, 100);
        QCOMPARE(scale.perPixel, TimelineScale::farthest);
        for (int turn = 0; turn < 500; ++turn)
            scale.zoom(2, 100);
        QCOMPARE(scale.perPixel, TimelineScale::closest);
        for (int turn = 0; turn < 64; ++turn)
            scale.pan(1e15); // far beyond the limits of the type: no overflow
        QVERIFY(scale.timeAt(0) < noon);
    }

    void panned_contentFollowsThePointer()
    {
        auto scale = secondScale();
        scale.pan(150);
        QCOMPARE(scale.xOf(noon), 150.0);
    }

    void fitted_bothEndsAreAtTheBorders()
    {
        const auto scale = TimelineScale::fitting(noon, noon + 90s, 450);
        QCOMPARE(scale.xOf(noon + 90s), 450.0);
        QCOMPARE(TimelineScale::fitting(noon, noon, 450).perPixel, TimelineScale::closest);
    }

    void axis_hasRoundSteps_data()
    {
        QTest::addColumn<double>("perPixel");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("microseconds") << 1.0 << QStringList{u"now"_s, u"+100 µs"_s, u"+200 µs"_s, u"+300 µs"_s};
        QTest::newRow("tenths") << 2'000.0 << QStringList{u"now"_s, u"+200 ms"_s, u"+400 ms"_s, u"+600 ms"_s};
        QTest::newRow("across a second") << 5'000.0 << QStringList{u"now"_s, u"+500 ms"_s, u"+1.0 s"_s, u"+1.5 s"_s};
        QTest::newRow("fifteen seconds") << 120'000.0 << QStringList{u"now"_s, u"+15 s"_s, u"+30 s"_s};
        QTest::newRow("minutes") << 1'000'000.0 << QStringList{u"now"_s, u"+2 m"_s, u"+4 m"_s};
        QTest::newRow("half hours") << 18'000'000.0 << QStringList{u"now"_s, u"+30 m"_s, u"+1 h"_s, u"+1 h 30 m"_s};
        QTest::newRow("days") << 864'000'000.0 << QStringList{u"now"_s, u"+1 d"_s, u"+2 d"_s, u"+3 d"_s};
    }

    void axis_hasRoundSteps()
    {
        QFETCH(double, perPixel);
        QFETCH(QStringList, expected);
        QLocale::setDefault(QLocale::c());
        QCOMPARE(labels({noon, perPixel}, 340, 96), expected);
    }

    void axisBeforeOrigin_ticksAreMultiples()
    {
        QCOMPARE(labels({noon - 25s, 100'000}, 260, 90), (QStringList{u"−20 s"_s, u"−10 s"_s, u"now"_s}));
    }

    void clockLabels_areAsFineAsTheStep()
    {
        const auto midnight = midnightBefore(noon);
        QCOMPARE(clockLabel(midnight + 61min, 1min), u"01:01"_s);
        QCOMPARE(clockLabel(midnight + 61min + 5s, 5s), u"01:01:05"_s);
        QCOMPARE(clockLabel(midnight + 61min + 5250ms, 50ms), u"01:01:05.25"_s);
        QVERIFY(clockLabel(midnight, 1h) != u"00:00"_s); // the date
    }

    void lanes_onlyVisibleOnesAreQueried()
    {
        TimelineLanes lanes{10'000, 20, 100, 1'010};
        QCOMPARE(lanes.first(), 50);
        QCOMPARE(lanes.last(), 55);
        QCOMPARE(lanes.topOf(50), -10);
        QCOMPARE(lanes.at(0), 50);
        QCOMPARE(lanes.at(10), 51);
        QCOMPARE(lanes.at(99), 55);
        QCOMPARE(lanes.at(100), -1);
        QCOMPARE(lanes.at(-1), -1);
        QCOMPARE(lanes.scrolledToShow(52), 1'010);
        QCOMPARE(lanes.scrolledToShow(40), 800);
        QCOMPARE(lanes.scrolledToShow(9'999), lanes.mostScrolled());
        lanes = {2, 20, 100, 0};
        QCOMPARE(lanes.last(), 1);
        QCOMPARE(lanes.at(45), -1);
        lanes.count = 0;
        QVERIFY(lanes.last() < lanes.first());
    }

    void spans_areClippedToTheView()
    {
        TrimmedVector<TimelineSpan> spans;
        spans.push_back({noon - 9s, noon - 8s, {}, 0, true}); // out of sight
        spans.push_back({noon - 1s, noon + 1s, {}, 1, true});
        spans.push_back({noon + 2s, {}, {}, 2, false});
        const auto bars = barsOf(spans, secondScale(), 400, noon + 3s);
        QCOMPARE(bars.size(), std::size_t{2});
        QCOMPARE(bars[0].left, 0.0);
        QCOMPARE(bars[0].right, 100.0);
        QVERIFY(!bars[0].beginSeen && bars[0].endSeen);
        QCOMPARE(bars[1].right, 300.0); // it is open: now
        QVERIFY(!bars[1].beginSeen && !bars[1].endSeen);
    }

    void manyShortSpans_mergeButNeverDisappear()
    {
        TrimmedVector<TimelineSpan> spans;
        for (int i = 0; i < 10'000; ++i)
            spans.push_back({noon + i * 200us, noon + i * 200us + 100us, {}, i % 6, true});
        const auto bars = barsOf(spans, secondScale(), 1'000, noon + 9s);
        QVERIFY2(bars.size() <= 201 && bars.size() >= 100, qPrintable(QString::number(bars.size())));
        QVERIFY(bars[50].merged);
        QVERIFY(bars.back().right >= 199);
        TrimmedVector<TimelineSpan> one;
        one.push_back({noon + 1s, noon + 1s, {}, 0, true});
        QCOMPARE(barsOf(one, secondScale(), 400, noon).size(), std::size_t{1});
    }

    void marksOfOnePixel_mergeAndShowTheGravest()
    {
        auto marks = marksAt({1s, 1001ms, 1002ms});
        marks.push_back({noon + 1003ms, 3});
        marks.push_back({noon + 1004ms, 1});
        marks.push_back({noon + 1005ms, 0});
        marks.push_back({noon + 2s, 2});
        const auto columns = columnsOf(marks, secondScale(), 400, weights);
        QCOMPARE(columns.size(), std::size_t{2});
        QCOMPARE(columns[0].count, 5);
        QCOMPARE(columns[0].what, 3);
        QVERIFY(!columns[0].crowded);
        QCOMPARE(columns[1].x, 200);
    }

    void neighbouringMarks_areShownAsDensity()
    {
        const auto columns = columnsOf(marksAt({1s, 1020ms, 3s}), secondScale(), 400, weights);
        QCOMPARE(columns.size(), std::size_t{3});
        QVERIFY(columns[0].crowded && columns[1].crowded && !columns[2].crowded);
    }

    void labels_neverOverlap()
    {
        // the heavier one goes first, the last one would be cut off
        const auto placed = placeable({{0, 50, 1}, {40, 90, 5}, {95, 140, 1}, {98, 120, 0}, {380, 410, 9}}, 400, 4);
        QCOMPARE(placed, (std::vector<bool>{false, true, true, false, false}));
    }

    void history_spansFollowEachOther()
    {
        TimelineHistory history;
        const int lane = history.addLane(u"a"_s);
        history.mark(lane, {noon, 1});
        history.open(lane, {noon, {}, u"x"_s, 0, true});
        history.open(lane, {noon + 2s, {}, u"y"_s, 1, true}); // ends the one before
        history.close(lane, noon + 3s);
        history.open(lane, {noon + 1s, {}, u"z"_s, 2, true}); // a clock went back: not before the last one's end
        const auto &spans = history.lane(lane).spans;
        QCOMPARE(spans.size(), std::size_t{3});
        QVERIFY(*spans[0].end == noon + 2s && *spans[1].end == noon + 3s && spans[2].begin == noon + 3s);
        QVERIFY(history.lane(lane).held());
        QCOMPARE(spanAt(history.lane(lane), noon + 2s)->owner, u"y"_s);
        QCOMPARE(spanBefore(history.lane(lane), noon + 2s)->owner, u"x"_s);
        QVERIFY(!spanAt(history.lane(lane), noon - 1s));
        history.beginEarlier(lane, noon, true);
        QVERIFY(spans[2].begin == noon + 3s);
    }

    void fullRing_dropsOldestAndItsSpans()
    {
        TimelineHistory history(3);
        const int brief = history.addLane(u"brief"_s);
        history.open(brief, {noon, {}, u"x"_s, 0, true});
        history.mark(brief, {noon, 1});
        history.close(brief, noon + 1s);
        history.mark(brief, {noon + 1s, 2});
        const int held = history.addLane(u"held"_s);
        history.open(held, {noon, {}, u"y"_s, 0, true});
        for (int second = 2; second < 5; ++second)
            history.mark(held, {noon + second * 1s, 1});
        QCOMPARE(history.forgotten(), 2);
        QCOMPARE(history.total(), 5);
        QVERIFY(*history.completeSince() == noon + 1s);
        QVERIFY(history.lane(brief).spans.empty());
        QCOMPARE(history.takeEmptied(), std::vector<int>{brief});
        QCOMPARE(history.addLane(u"again"_s), brief);
        for (int second = 5; second < 9; ++second)
            history.mark(brief, {noon + second * 1s, 1});
        QVERIFY(history.lane(held).marks.empty());
        QVERIFY(history.lane(held).held()); // still held, whatever was forgotten
        QVERIFY(history.takeEmptied().empty());
        history.mark(held, {noon + 9s, 2});
        history.close(held, noon + 9s);
        QCOMPARE(history.lane(held).spans.size(), std::size_t{1}); // its end is known, so the span stays
        for (int second = 10; second < 13; ++second)
            history.mark(brief, {noon + second * 1s, 1});
        QCOMPARE(history.takeEmptied(), std::vector<int>{held});
    }

    void lateMark_isInsertedInOrder()
    {
        TimelineHistory history;
        const int lane = history.addLane(u"a"_s);
        for (const auto time : {1s, 3s, 2s})
            history.mark(lane, {noon + time, static_cast<int>(time.count())});
        QCOMPARE(history.lane(lane).marks[1].what, 2);
    }

    void pixelLine_equalsSeparateFills_data()
    {
        QTest::addColumn<qreal>("scale");
        QTest::newRow("1") << 1.0;
        QTest::newRow("1.25") << 1.25;
        QTest::newRow("2") << 2.0;
    }

    void pixelLine_equalsSeparateFills()
    {
        QFETCH(qreal, scale);
        QColor shade(Qt::red);
        shade.setAlphaF(0.4F);
        const std::array<std::pair<qreal, qreal>, 5> stretches = {{{-3, 2.3}, {4.6, 5.6}, {20, 21}, {30.4, 39.5}, {97.5, 130}}};
        QImage filled = paper(scale), lined = paper(scale);
        QPainter fills(&filled), lines(&lined);
        TimelinePixels pixels(100, scale);
        for (int turn = 0; turn < 2; ++turn) { // the pixels are cleared after drawing, so nothing is drawn twice
            for (const auto &[left, right] : stretches) {
                fills.fillRect(QRectF(left, 4 + 12 * turn, right - left, 9), shade);
                pixels.put(left, right, qPremultiply(shade.rgba()));
            }
            pixels.draw(lines, 4 + 12 * turn, 9);
            pixels.clear();
            pixels.draw(lines, 4 + 12 * turn, 9);
        }
        fills.end();
        lines.end();
        QVERIFY(filled != paper(scale));
        QCOMPARE(lined, filled);
    }

private:
    static QImage paper(qreal scale)
    {
        QImage image(QSizeF(100 * scale, 40 * scale).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        image.fill(Qt::white);
        return image;
    }
};

LOCKSCOPE_TEST(TimelineTest)
#include "tst_timeline.moc"

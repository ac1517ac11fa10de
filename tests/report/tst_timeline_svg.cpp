// SPDX-License-Identifier: MIT
// The timeline as SVG: well-formed, without anything active, small, and readable where much happens at once.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "ui/report/bar_row.h"
#include "ui/report/svg_writer.h"
#include "ui/report/time_axis.h"
#include "ui/report/timeline_parts.h"
#include "ui/report/timeline_svg.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString errorOf(const QString &xml)
{
    QXmlStreamReader reader(xml);
    while (!reader.atEnd())
        reader.readNext();
    return reader.errorString();
}

History brokenRun(const std::string &second = "B")
{
    HistoryBuilder story(600ms);
    story.worker("A").worker(second).add(entry::Begun{});
    story.at(10).gets("A").enter("A").acquire(second).at(400).removes(second, "A").takes(second).ok(second).enter(second);
    story.at(410).exit("A").exit(second).at(420).acquire("A");
    return story.end();
}

/// Keeps the bars.
class Recorder final : public Canvas
{
public:
    std::vector<Bar> bars;

    void bar(const Bar &bar) override { bars.push_back(bar); }
    void line(double, double, double, double, Ink, double, double, bool) override { }
    void poly(std::span<const CanvasPoint>, Ink, double) override { }
    void dot(double, double, double, Ink) override { }
    void label(const Label &) override { }
    void beginLink(std::uint64_t) override { }
    void endLink() override { }

private:
    double measure(const QString &text, double, bool, bool) const override { return static_cast<double>(text.size()) * 6; }
};

} // namespace

class TestTimelineSvg final : public QObject
{
    Q_OBJECT

private slots:
    void axis_hasRoundSteps_data();
    void axis_hasRoundSteps();
    void svg_isWellFormedWithoutActiveContent();
    void svg_showsTheNumbersOfTheVerdicts();
    void closeEvents_areEnlarged();
    void removal_isNamedInsteadOfLease();
    void titles_areComputedOnDemand();
    void lockLanes_areNamedByWhatDiffers();
    void legend_staysWithinThePicture();
    void names_areEscaped_andCut();
    void longRuns_staySmall();
    void pills_neverOverlapInARow();
    void labelsThatDoNotFit_areOmitted();
    void labelsNearTheEdge_endBeforeTheirLine();
};

void TestTimelineSvg::axis_hasRoundSteps_data()
{
    QTest::addColumn<qint64>("length");
    QTest::addColumn<QString>("first");
    QTest::newRow("1 ms") << qint64(1000) << u"0.0 ms 0.1 ms"_s;
    QTest::newRow("400 ms") << qint64(400'000) << u"0 ms 50 ms"_s;
    QTest::newRow("10 s") << qint64(10'000'000) << u"0 ms 1000 ms"_s;
    QTest::newRow("41 s") << qint64(41'000'000) << u"0 s 5 s"_s;
}

void TestTimelineSvg::axis_hasRoundSteps()
{
    QFETCH(qint64, length);
    QFETCH(QString, first);
    const TimeAxis axis(5s, 5s + Microseconds(length), 5s, 100, 1060);
    const auto ticks = axis.ticks();
    QVERIFY(ticks.size() >= 4 && ticks.size() <= 11);
    QCOMPARE(axis.labelOf(ticks[0]) + u' ' + axis.labelOf(ticks[1]), first);
    QCOMPARE(axis.xOf(5s), 100.0);
    QCOMPARE(axis.clampedXOf(1h), 1060.0);
}

void TestTimelineSvg::svg_isWellFormedWithoutActiveContent()
{
    const auto history = brokenRun();
    const auto svg = timelineSvg(lanesOf(history, judge(history)), u"A & B"_s);
    QCOMPARE(errorOf(svg), QString());
    QVERIFY(svg.contains(u"prefers-color-scheme:dark"_s));
    for (const auto *const active : {"<script", "onload", "href", "url(", "<image", "<foreignObject", "http://w3", "@import"})
        QVERIFY2(!svg.contains(QLatin1StringView(active)), active);
    QVERIFY(svg.contains(u"<title>A &amp; B</title>"_s));
    const auto links = timelineSvg(lanesOf(history, judge(history)), {}, {false, true, 24});
    QVERIFY(links.contains(u"<a href=\"#e"_s));
    QVERIFY(!links.contains(u"<style>"_s)); // the page has it
}

void TestTimelineSvg::svg_showsTheNumbersOfTheVerdicts()
{
    const auto history = brokenRun();
    const auto lanes = lanesOf(history, judge(history));
    const auto svg = timelineSvg(lanes, {});
    QVERIFY(!lanes.marks.empty());
    QVERIFY2(svg.contains(u"#%1"_s.arg(lanes.marks.front().number)), qPrintable(svg));
    QVERIFY(svg.contains(u"B removes A’s lock"_s));
    QVERIFY(svg.contains(u"A and B inside at once"_s));
}

void TestTimelineSvg::removal_isNamedInsteadOfLease()
{
    HistoryBuilder story;
    story.worker("A").worker("B").add(entry::Begun{});
    story.at(10).gets("A").at(400).expires("A").takes("B").at(403).removes("A", "B").at(405).release("A");
    const auto svg = timelineSvg(lanesOf(story.end(), {}), {}); // nothing is enlarged
    QVERIFY(svg.contains(u">A removes B’s lock<"_s));
    QVERIFY(!svg.contains(u">lease ran out<"_s));
}

void TestTimelineSvg::titles_areComputedOnDemand()
{
    Recorder recorder;
    int made = 0;
    {
        BarRow row(recorder);
        for (int i = 0; i < 5; ++i)
            row.add({i * 10.0, 0, 8, 4}, [&made, i] { return QString::number(i) + u'/' + QString::number(++made); });
    }
    QCOMPARE(recorder.bars.size(), 5u);
    QCOMPARE(made, 0);
    QCOMPARE(recorder.bars[3].title(), u"3/1"_s);
}

void TestTimelineSvg::lockLanes_areNamedByWhatDiffers()
{
    auto lanes = lanesOf(brokenRun(), judge(brokenRun()));
    const auto has = [&](const QString &text) { return timelineSvg(lanes, {}).contains(u'>' + text + u'<'); };
    QVERIFY(has(u"lock in Redis"_s));
    lanes.locks.push_back(lanes.locks.front());
    lanes.locks.back().server = 1;
    QVERIFY(has(u"on server 1"_s) && has(u"on server 2"_s));
    lanes.locks.back() = lanes.locks.front();
    lanes.locks.back().lock = "orders";
    QVERIFY(has(u"stock"_s) && has(u"orders"_s) && !has(u"on server 1"_s));
}

void TestTimelineSvg::legend_staysWithinThePicture()
{
    const auto history = brokenRun();
    const auto svg = timelineSvg(lanesOf(history, judge(history)), {});
    static const QRegularExpression last(uR"re(<text x="([0-9.]+)"[^>]*>two inside at once<)re"_s);
    const auto found = last.match(svg);
    QVERIFY2(found.hasMatch(), qPrintable(svg));
    QVERIFY2(found.captured(1).toDouble() < 950, qPrintable(found.captured(1))); // of 1080, and the text needs about 100
}

void TestTimelineSvg::closeEvents_areEnlarged()
{
    const auto history = brokenRun();
    const auto stretches = closeUps(lanesOf(history, judge(history)), 2);
    QVERIFY(!stretches.empty());
    QVERIFY(stretches.back().first <= 400ms && stretches.back().second >= 400ms);
    QVERIFY(stretches.back().second - stretches.back().first < 50ms);
    QVERIFY(timelineSvg(lanesOf(history, judge(history)), {}).contains(u"close-up"_s));
    QVERIFY(closeUps(lanesOf(history, {}), 2).empty());
}

void TestTimelineSvg::names_areEscaped_andCut()
{
    const auto history = brokenRun("<script>alert('B')</script>&" + std::string(5000, 'x') + "\xff\x1b");
    const auto svg = timelineSvg(lanesOf(history, judge(history)), {});
    QCOMPARE(errorOf(svg), QString());
    QVERIFY(!svg.contains(u"<script"_s));
    QVERIFY(svg.contains(u"&lt;scri"_s));
    QVERIFY(svg.size() < 60'000);
}

void TestTimelineSvg::longRuns_staySmall()
{
    HistoryBuilder story;
    for (int i = 0; i < 100; ++i)
        story.worker("w" + std::to_string(i));
    story.add(entry::Begun{});
    for (int i = 0; i < 2'000; ++i) {
        const auto who = "w" + std::to_string(i % 100);
        story.at(i).gets(who).enter(who).at(i + 0.5).exit(who).givesBack(who);
    }
    const auto svg = timelineSvg(lanesOf(story.end(), {}), {});
    QCOMPARE(errorOf(svg), QString());
    QVERIFY2(svg.size() < 600'000, qPrintable(QString::number(svg.size())));
    QVERIFY(svg.contains(u"Workers that are not shown: 76"_s));
}

void TestTimelineSvg::pills_neverOverlapInARow()
{
    std::vector<LaneMark> marks;
    for (std::uint64_t i = 1; i <= 200; ++i)
        marks.push_back({i * 7, Microseconds(i * i * 20), LanePlace::Run, 0, Outcome::Violated});
    const TimeAxis axis(0us, 800ms, 0us, 100, 1060);
    std::map<std::size_t, double> taken;
    std::size_t count = 0;
    for (const auto &pill : markPills(SvgWriter(), axis, marks)) {
        QVERIFY2(taken[pill.row] <= pill.left, qPrintable(pill.text));
        taken[pill.row] = pill.left + pill.width;
        count += pill.marks.size();
    }
    QCOMPARE(count, marks.size());
    QVERIFY(taken.size() <= 3);
}

void TestTimelineSvg::labelsThatDoNotFit_areOmitted()
{
    LabelRow row(0, 100);
    QCOMPARE(row.take(10, 50).value_or(-1), 10.0);
    QVERIFY(!row.take(20, 10));
    QCOMPARE(row.take(95, 30).value_or(-1), 70.0); // moved to the left, as it names something near the edge
    QVERIFY(!row.take(99, 30));
}

void TestTimelineSvg::labelsNearTheEdge_endBeforeTheirLine()
{
    LabelRow row(0, 100);
    QVERIFY(row.take(90, 30).value_or(100) + 30 < 90 - 3); // the line is 3 px to the left of where its text begins
    LabelRow crowded(0, 100);
    QVERIFY(crowded.take(0, 55));
    QCOMPARE(crowded.take(90, 30).value_or(-1), 70.0); // better crossed than not said
}

LOCKSCOPE_TEST(TestTimelineSvg)
#include "tst_timeline_svg.moc"

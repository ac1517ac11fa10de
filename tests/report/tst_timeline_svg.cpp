// SPDX-License-Identifier: MIT
// The timeline as SVG: well-formed, without anything active, small, and readable where much happens at once.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "ui/report/bar_row.h"
#include "ui/report/svg_writer.h"
#include "ui/report/time_axis.h"
#include "ui/report/timeline_legend.h"
#include "ui/report/timeline_panel.h"
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
    void area(std::span<const CanvasPoint>, Ink, double) override { }
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
    void lawfulTakeover_hasNoArrow();
    void protection_isShownInGreen_whereAWriteIsRefused();
    void queueOfASession_isWhereTheLeaseIs();
    void cause_isNamedInACloseUpThatBeginsLater();
    void shortStay_isMagnifiedInACloseUp();
    void lease_isAWedgeThatCanBeRead();
    void legend_hasOnlyTheSignsOfTheRun();
    void workers_haveDifferentColours();
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
    story.at(10).gets("A").at(400).expires("A").acquire("B").takes("B").ok("B").at(403).removes("A", "B").at(405).release("A");
    const auto svg = timelineSvg(lanesOf(story.end(), {}), {}); // nothing is enlarged
    QVERIFY(svg.contains(u">A removes B’s lock<"_s));
    QVERIFY(!svg.contains(u">lease ran out<"_s));
}

void TestTimelineSvg::lawfulTakeover_hasNoArrow()
{
    const auto hasArrow = [](const QString &svg) {
        static const QRegularExpression arrow(uR"re(<polyline[^>]*class="s-danger")re"_s);
        return svg.contains(arrow);
    };
    const auto svg = [](double taken) {
        auto story = begun();
        entry::Received ok;
        ok.validity = 300ms;
        story.at(10).acquire("A").takes("A").answer("A", ok).at(20).acquire("B").at(taken).turn("B", "GETSET", entry::Verb::Take);
        story.key(entry::KeyEvent::Removed, "A").key(entry::KeyEvent::Created, "B").ok("B").at(500).acquire("A");
        return timelineSvg(lanesOf(story.end(), {}), {}).section(u">in the critical section<"_s, 0, 0); // without the legend
    };
    QVERIFY(svg(400).contains(u">B takes over<"_s));
    QVERIFY(!hasArrow(svg(400)));
    QVERIFY(hasArrow(svg(100)));
}

namespace {

/// A is paused, its lease ends, B works for 0.1 ms, and the resource refuses A's late write.
History fencedRun()
{
    auto story = begun();
    story.at(10).acquire("A").takes("A").ok("A", 1).call("A", entry::Step::Enter, 1).at(15).acquire("B").at(20).pauses("A");
    story.at(310).expires("A").takes("B").ok("B", 2).at(310.5).call("B", entry::Step::Enter, 2).at(310.6).call("B", entry::Step::Exit, 2);
    story.at(310.7).givesBack("B").at(313).resumes("A").at(314).write("A", 0, 1, 1, 1);
    std::get<entry::Accessed>(story.lastEntry()->what).refused = true;
    return story.at(316).exit("A").end();
}

} // namespace

void TestTimelineSvg::protection_isShownInGreen_whereAWriteIsRefused()
{
    const auto history = fencedRun();
    const auto svg = timelineSvg(lanesOf(history, judge(history)), {});
    static const QRegularExpression refusal(uR"re(class="f-good[^"]*"[^>]*>✓ refused: fencing token 1 &lt; 2<)re"_s);
    QVERIFY2(svg.contains(refusal), qPrintable(svg));
    static const QRegularExpression number(uR"re(class="f-good[^"]*"[^>]*>✓ #[0-9]+<)re"_s);
    QVERIFY(svg.contains(number));
    QVERIFY(svg.contains(u">SET → fencing token 1<"_s));
    QVERIFY(svg.contains(u">fencing token 2<"_s) || svg.contains(u">fencing 2<"_s));
}

void TestTimelineSvg::queueOfASession_isWhereTheLeaseIs()
{
    auto lanes = lanesOf(fencedRun(), {});
    auto &span = lanes.locks.at(0).spans.at(0);
    span.session = "0x2a";
    span.behind = {{"B", 1}, {"C", 1}};
    span.lease = {{span.begin, std::nullopt, span.created}};
    lanes.locks[0].spans.resize(1);
    const auto svg = timelineSvg(lanes, {});
    QVERIFY2(svg.contains(u">session 0x2a, next: B, C<"_s), qPrintable(svg));
    QVERIFY(svg.contains(u">lease: the session<"_s));
    lanes.locks[0].spans[0].session.clear();
    const auto without = timelineSvg(lanes, {});
    QVERIFY(!without.contains(u"next: B"_s) && without.contains(u">no lease<"_s));
}

void TestTimelineSvg::cause_isNamedInACloseUpThatBeginsLater()
{
    auto story = begun();
    story.at(10).gets("A").at(15).acquire("B").at(20).add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::HoldRequest});
    story.at(310).expires("A").takes("B").ok("B").at(311).enter("B").at(312).removes("A", "B").at(330).exit("B").at(900).acquire("A");
    const auto history = story.end();
    const auto svg = timelineSvg(lanesOf(history, judge(history)), {});
    static const QRegularExpression note(uR"re(>◂ [0-9.]+ ms earlier: #[0-9]+ a held request of A<)re"_s);
    QVERIFY2(svg.contains(note), qPrintable(svg));
}

void TestTimelineSvg::shortStay_isMagnifiedInACloseUp()
{
    const auto history = fencedRun();
    const auto lanes = lanesOf(history, judge(history));
    const TimelinePage page(lanes);
    const auto [begin, end] = closeUps(lanes, 2).back();
    SvgWriter svg;
    TimelinePanel panel(svg, page, TimeAxis(begin, end, lanes.begin, 100, 1060), 0);
    panel.paint({});
    const auto text = svg.document(1080, panel.bottom(), 0, {}, {}, {});
    QVERIFY(begin < 310ms && text.contains(u">inside 0.10 ms<"_s));
    static const QRegularExpression magnified(uR"re(width="([0-9.]+)"[^>]*><title>Magnified)re"_s);
    QVERIFY(magnified.match(text).captured(1).toDouble() >= 0.08 * 960);
}

void TestTimelineSvg::lease_isAWedgeThatCanBeRead()
{
    const auto svg = timelineSvg(lanesOf(fencedRun(), {}), {});
    static const QRegularExpression wedge(uR"re(<polygon points="[0-9.]+,([0-9.]+) [0-9.]+,([0-9.]+) )re"_s);
    const auto found = wedge.match(svg);
    QVERIFY2(found.hasMatch(), qPrintable(svg));
    QVERIFY(found.captured(2).toDouble() - found.captured(1).toDouble() >= 23); // a lease of 300 ms that has nearly run out
    QVERIFY(svg.contains(u">of 300 ms<"_s));
}

void TestTimelineSvg::legend_hasOnlyTheSignsOfTheRun()
{
    const auto textsOf = [](const Lanes &lanes) {
        QStringList texts;
        for (const auto &sample : timelineLegend(lanes))
            texts << sample.text;
        return texts;
    };
    const auto history = fencedRun();
    const auto fenced = textsOf(lanesOf(history, judge(history)));
    QVERIFY(fenced.contains(u"prevented"_s) && fenced.contains(u"paused, stalled"_s));
    QVERIFY(!fenced.contains(u"dead"_s) && !fenced.contains(u"taken from its owner"_s));
    const auto broken = textsOf(lanesOf(brokenRun(), {}));
    QVERIFY(broken.contains(u"taken from its owner"_s) && !broken.contains(u"prevented"_s));
}

void TestTimelineSvg::workers_haveDifferentColours()
{
    for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark, ColourScheme::ContrastLight, ColourScheme::ContrastDark}) {
        const auto &row = colourRow(scheme);
        for (std::size_t one = 0; one < ownerShades; ++one) {
            for (std::size_t other = 0; other < one; ++other) {
                int distance = 0;
                for (const auto shift : {0, 8, 16})
                    distance += std::abs(static_cast<int>(ownerShade(row, one) >> shift & 0xffu)
                                         - static_cast<int>(ownerShade(row, other) >> shift & 0xffu));
                QVERIFY2(distance > 30, qPrintable(u"%1 %2: %3"_s.arg(one).arg(other).arg(distance)));
            }
        }
        QCOMPARE(ownerShade(row, 3), row.owners[3]);
    }
    QVERIFY(ownerInk(0) != ownerInk(6));
    for (std::size_t worker = 0; worker < ownerShades; ++worker)
        QCOMPARE(ownerRound(ownerInk(worker)), static_cast<int>(worker / 6));
    SvgWriter svg;
    svg.bar({0, 0, 20, 10, ownerInk(2)});
    QVERIFY(!svg.document(20, 10, 0, {}, {}, {}).contains(u"hatch"_s));
    svg.bar({0, 0, 20, 10, ownerInk(8)});
    svg.bar({0, 0, 20, 10, ownerInk(14)});
    const auto text = svg.document(20, 10, 0, {}, {}, {});
    for (const auto *const part : {"fill=\"url(#hatch1)\"", "fill=\"url(#hatch2)\"", "<pattern id=\"hatch1\"", "<pattern id=\"hatch2\""})
        QVERIFY2(text.contains(QLatin1StringView(part)), part);
    QCOMPARE(nameOf(ownerInk(17)), u"owner17"_s);
    QCOMPARE(ownerInk(18), ownerInk(0));
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
    QVERIFY(has(u"lock on the server"_s));
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
    static const QRegularExpression last(uR"re(<text x="([0-9.]+)"[^>]*>command of a worker<)re"_s);
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
        marks.push_back({{i * 7, Microseconds(i * i * 20), Decisive::Finding, Outcome::Violated, {}}, LanePlace::Run, 0});
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

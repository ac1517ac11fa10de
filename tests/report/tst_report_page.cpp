// SPDX-License-Identifier: MIT
// The report: one page that is safe to mail, whatever workers, servers and files have said.
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/report/decisive_steps.h"
#include "ui/report/markup.h"
#include "ui/report/report_page.h"
#include "ui/report/source_excerpt.h"

#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

const std::string nasty = "<script>alert(1)</script>\"'&\x1b[0m\xff</style></svg>";

RunReport reportOf(const History &history)
{
    RunReport report;
    report.scenario.name = "plain-del";
    report.scenario.title = "A plain DEL";
    report.scenario.story = "A deletes what is not its own.";
    report.scenario.expected = {{Property::Ownership, Outcome::Held}};
    report.history = history;
    report.verdicts = judge(history);
    report.library = "mylock 1.0";
    report.server = "redis 7.0.15";
    return report;
}

HistoryBuilder broken()
{
    HistoryBuilder story;
    story.worker("A").worker("B").add(entry::Begun{});
    story.at(10).gets("A").enter("A").acquire("B");
    story.add(entry::Located{{"B", 1}, "w.py", 2}).at(98).removes("B", "A").takes("B").ok("B").enter("B");
    return story;
}

QByteArray bytesOf(const RunReport &report) { return reportPage(report, lanesOf(report.history, report.verdicts)); }

QString page(const RunReport &report) { return QString::fromUtf8(bytesOf(report)); }

} // namespace

class TestReportPage final : public QObject
{
    Q_OBJECT

private slots:
    void page_reportsTheRun();
    void headline_saysWhatWasFound();
    void page_hasNoActiveAndNoExternalContent();
    void eachStep_hasSentenceAndCursor();
    void everything_isEscaped();
    void homeDirectories_areNotNamed_data();
    void homeDirectories_areNotNamed();
    void links_leadToRowsOfThePage();
    void excerpt_showsTheLinesAroundTheProof();
    void excerpt_ofAFileThatChanged_staysWithinIt();
    void page_neverExceedsItsLimit();
    void brokenRun_hasPageWithReason();
};

void TestReportPage::page_reportsTheRun()
{
    auto report = reportOf(broken().end());
    report.replayOf = u"plain-del-7"_s;
    report.unmet = {Condition{Happening::Dead, "A", 1}};
    const auto html = page(report);
    for (const auto *const part :
         {"A deletes what is not its own.", "NOT as expected", "Ownership", "✗ violated", "takeover of a stale stamp", "B's DEL",
          "mylock 1.0", "on redis 7.0.15", "expected: held", "Did not happen in time: A dead", "Played again after plain-del-7", "p99",
          "indefinite", "What was exercised", "<svg"})
        QVERIFY2(html.contains(QString::fromUtf8(part), Qt::CaseInsensitive), part);
}

void TestReportPage::headline_saysWhatWasFound()
{
    const auto bannerOf = [](const RunReport &report) {
        static const QRegularExpression banner(uR"(<p class="banner"[^>]*var\(--(\w+)\)[^>]*>(.*?)</p>)"_s);
        const auto found = banner.match(page(report));
        return found.captured(1) + u": "_s + found.captured(2);
    };
    auto report = reportOf(broken().end());
    const auto violated = u"danger: ✗ Mutual exclusion violated (A4): B&#x27;s DEL removed A&#x27;s lock, "_s;
    QVERIFY2(bannerOf(report).replace(u"&#39;"_s, u"&#x27;"_s).replace(u'\'', u"&#x27;"_s).startsWith(violated),
             qPrintable(bannerOf(report)));
    QVERIFY2(bannerOf(report).endsWith(u"Also violated: ownership."_s), qPrintable(bannerOf(report)));
    const auto only = [&](Outcome outcome, Cause cause, const char *sentence) {
        Verdict verdict;
        verdict.outcome = outcome;
        verdict.cause = cause;
        verdict.sentence = sentence;
        report.verdicts = {verdict};
        return bannerOf(report);
    };
    QCOMPARE(only(Outcome::Held, Cause::None, "no two"), u"good: ✓ Nothing was violated. Held: mutual exclusion."_s);
    QCOMPARE(only(Outcome::Held, Cause::AfterLease, "afterwards two"),
             u"warning: ◷ Mutual exclusion: afterwards two. Nothing was violated."_s);
    QCOMPARE(only(Outcome::Inconclusive, Cause::None, "no contention"), u"secondary: · Mutual exclusion inconclusive: no contention."_s);
    report.expects = false;
    const auto passed = u"Passed: the library does not promise to prevent it."_s;
    const auto promised = page(report).contains(passed);
    report.verdicts[0].outcome = Outcome::Violated;
    report.verdicts[0].importance = Importance::Informative;
    report.scenario.expected = {{report.verdicts[0].property, Outcome::Held}};
    QVERIFY(!promised && page(report).contains(passed));
    QCOMPARE(only(Outcome::NotExercised, Cause::None, "nobody"), u"secondary: · Nothing was put to the test."_s);
}

void TestReportPage::page_hasNoActiveAndNoExternalContent()
{
    const auto html = page(reportOf(broken().end()));
    QVERIFY(html.contains(u"content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""_s));
    for (const auto *const active :
         {"<script", "javascript:", "<iframe", "<object", "<embed", "<link", "<img", "<base", "<form", "@import", "url("})
        QVERIFY2(!html.contains(QLatin1StringView(active), Qt::CaseInsensitive), active);
    static const QRegularExpression handler(uR"(<[^>]*\son\w+=)"_s);
    QVERIFY(!handler.match(html).hasMatch());
    static const QRegularExpression outside(uR"((href|src)="(?!#))"_s);
    QVERIFY(!outside.match(html).hasMatch());
}

void TestReportPage::eachStep_hasSentenceAndCursor()
{
    auto story = broken();
    for (int i = 0; i < 100; ++i)
        story.at(100 + i).renews("B");
    const auto history = story.end();
    const auto html = page(reportOf(history));
    static const QRegularExpression button(uR"x(<input type="radio" name="step" id="s(\d+)")x"_s);
    int steps = -1; // the first shows the whole run
    for (auto found = button.globalMatch(html); found.hasNext(); ++steps) {
        const auto number = found.next().captured(1);
        QCOMPARE(number.toInt(), steps + 1);
        if (number == u"0"_s)
            continue;
        static const QString sentence = uR"(<li class="t%1"><span class="t">\d+\.\d\d ms</span> .*<b>.+</b>)"_s;
        QVERIFY2(QRegularExpression(sentence.arg(number)).match(html).hasMatch(), qPrintable(number));
        QVERIFY(html.contains(u"\n#s%1:checked~.told .t%1{display:block}\n"_s.arg(number)));
        static const QString cursor = uR"(\n#s%1:checked~figure \.c0\{display:inline;transform:translateX\(([\d.]+)px\)\}\n)"_s;
        const auto place = QRegularExpression(cursor.arg(number)).match(html);
        QVERIFY2(place.hasMatch() && place.captured(1).toDouble() >= 112, qPrintable(number)); // right of the names
    }
    QCOMPARE(steps, static_cast<int>(mostDecisiveSteps));
    QVERIFY(html.contains(u"<g class=\"cursor c0\" display=\"none\">"_s));
    auto late = broken();
    QVERIFY(page(reportOf(late.at(400).renews("B").end())).contains(u" early\" "_s)); // a command at the right edge is named left of it
}

void TestReportPage::everything_isEscaped()
{
    HistoryBuilder story;
    story.worker(nasty).worker("B").add(entry::Begun{});
    entry::Received answer;
    answer.answer = entry::Answer::Error;
    answer.text = answer.code = answer.reason = nasty;
    story.acquire(nasty).answer(nasty, answer).gets("B").add(entry::Operated{nasty, nasty}).add(entry::Located{{"B", 1}, nasty, 1});
    story.turn("B", nasty).key(entry::KeyEvent::Created, nasty).dies(nasty);
    auto report = reportOf(story.end());
    report.scenario.name = report.scenario.title = report.scenario.chapter = report.scenario.story = nasty;
    report.scenario.pitfalls = report.scenario.sources = {nasty};
    report.scenario.settings = {{nasty, nasty}};
    report.library = report.server = report.disagreement = nasty;
    report.replayOf = QString::fromStdString("<script>");
    report.error = Error{ErrorKind::Refused, nasty, nasty};
    for (auto &verdict : report.verdicts) {
        verdict.sentence = verdict.note = verdict.pitfall = nasty;
        verdict.outcome = Outcome::Violated;
        verdict.events = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10'000};
    }
    report.sources = {{nasty, QString::fromStdString("<script>"), QByteArray::fromStdString(nasty)}};
    const auto html = page(report);
    QVERIFY(!html.contains(u"<script"_s));
    QCOMPARE(html.count(u"</style>"_s), 1);
    QCOMPARE(html.count(u"</svg>"_s), 1);
    QVERIFY(html.contains(u"&lt;script&gt;alert(1)"_s));
    QVERIFY(!html.contains(QChar(0x1b)));
}

void TestReportPage::homeDirectories_areNotNamed_data()
{
    QTest::addColumn<QByteArray>("home");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("own") << "/srv/ann"_ba << u"/srv/ann/w.py"_s << u"~/w.py"_s;
    QTest::newRow("own, with a slash behind it") << "/srv/ann/"_ba << u"/srv/ann/w.py"_s << u"~/w.py"_s;
    QTest::newRow("the root directory, in a container") << "/"_ba << u"/w.py and /srv/x.py"_s << u"/w.py and /srv/x.py"_s;
    QTest::newRow("a home") << "/srv/ann"_ba << u"at /home/ada/src/w.py:3"_s << u"at ~/src/w.py:3"_s;
    QTest::newRow("mac") << "/srv/ann"_ba << u"\"/Users/ada/w.py\""_s << u"\"~/w.py\""_s;
    QTest::newRow("root") << "/srv/ann"_ba << u"/root/w.py"_s << u"~/w.py"_s;
    QTest::newRow("no home") << "/srv/ann"_ba << u"/usr/lib/rooted and /srv/home/x"_s << u"/usr/lib/rooted and /srv/home/x"_s;
}

void TestReportPage::homeDirectories_areNotNamed()
{
    QFETCH(QByteArray, home);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto before = qgetenv("HOME");
    qputenv("HOME", home);
    const auto back = qScopeGuard([&] { qputenv("HOME", before); });
    QCOMPARE(withoutHome(text), expected);
    auto report = reportOf(broken().end());
    report.error = Error{ErrorKind::Refused, "died: " + text.toStdString(), {}};
    QVERIFY(page(report).contains(markup(expected)));
}

void TestReportPage::links_leadToRowsOfThePage()
{
    const auto html = page(reportOf(broken().end()));
    static const QRegularExpression link(u"href=\"#(e[0-9]+)\""_s);
    auto links = link.globalMatch(html);
    QVERIFY(links.hasNext());
    while (links.hasNext()) {
        const auto target = links.next().captured(1);
        QCOMPARE(html.count(u"id=\"%1\""_s.arg(target)), 1);
    }
}

void TestReportPage::excerpt_showsTheLinesAroundTheProof()
{
    const auto history = broken().end();
    auto report = reportOf(history);
    QByteArray text;
    for (int i = 1; i <= 40; ++i)
        text += "line " + QByteArray::number(i) + " <b>\n";
    report.sources = {{"w.py", u"w.py"_s, text}};
    const auto html = page(report);
    QVERIFY(html.contains(u"<tr class=\"hit\"><td class=\"n\">2</td><td><code>line 2 &lt;b&gt;</code>"_s));
    QVERIFY(!html.contains(u"line 7 "_s));

    const auto excerpt = excerptOf(text, {{"w.py", 2, {5}}, {"w.py", 30, {6, 7}}});
    QCOMPARE(excerpt.front().number, 1);
    QCOMPARE(excerpt.back().number, 34);
    QCOMPARE(std::count_if(excerpt.begin(), excerpt.end(), [](const ExcerptLine &line) { return line.number == 0; }), 1);
}

void TestReportPage::excerpt_ofAFileThatChanged_staysWithinIt()
{
    QVERIFY(excerptOf("one\n", {{"w.py", 90, {1}}, {"w.py", 0, {1}}, {"w.py", -5, {1}}}).empty());
    const auto excerpt = excerptOf(QByteArray(1'000'000, 'x') + "\n\xff\xfe\n", {{"w.py", 1, {1}}, {"w.py", 2, {1}}});
    QVERIFY(excerpt.front().text.size() < 300);
}

void TestReportPage::page_neverExceedsItsLimit()
{
    auto report = reportOf(broken().end());
    for (int i = 0; i < 100; ++i) {
        report.verdicts.push_back(report.verdicts.front());
        report.verdicts.back().sentence = std::string(20'000, '<');
        report.verdicts.back().outcome = Outcome::Violated;
    }
    const auto many = bytesOf(report);
    QVERIFY(many.size() > 1000 && many.size() <= mostReportBytes);
    HistoryBuilder story;
    for (int i = 0; i < 300; ++i)
        story.worker("w" + std::to_string(i));
    story.add(entry::Begun{});
    for (int i = 0; i < 1'000; ++i)
        story.at(i).dies("w" + std::to_string(i % 300)).gets("w" + std::to_string(i % 7));
    const auto large = bytesOf(reportOf(story.end()));
    QVERIFY(large.size() > 1000 && large.size() <= mostReportBytes);
}

void TestReportPage::brokenRun_hasPageWithReason()
{
    HistoryBuilder story;
    story.worker("A");
    auto report = reportOf(story.unfinished());
    report.error = Error{ErrorKind::Protocol, "the worker A: it never answered", {}};
    QVERIFY(page(report).contains(u"The worker A: it never answered."_s));
    RunReport empty;
    QVERIFY(!bytesOf(empty).isEmpty());
}

LOCKSCOPE_TEST(TestReportPage)
#include "tst_report_page.moc"

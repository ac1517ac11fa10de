// SPDX-License-Identifier: MIT
// The lessons: their questions, and their pages. That their runs take place as told is tested with the command.
#include "support/built_in_scenario.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "ui/report/lesson_page.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

RunReport judgedReport(const History &history)
{
    RunReport report;
    report.scenario.protocol = "set-nx-del";
    report.history = history;
    report.verdicts = judge(history);
    return report;
}

HistoryBuilder brokenRun()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").acquire("B").at(330).expires("A").takes("B").ok("B").enter("B");
    story.at(400).exit("A").release("A").removes("A", "B").ok("A");
    return story;
}

} // namespace

class TestLessons final : public QObject
{
    Q_OBJECT

private slots:
    void questions_haveOneRightAnswer();
    void questions_restOnWhatTheScenarioExpects();
    void page_asksBeforeItTells();
    void runThatShowsOtherwise_isRefused();
    void answerSheet_hasEveryAnswer();
};

void TestLessons::questions_haveOneRightAnswer()
{
    QCOMPARE(lessons().size(), 5);
    for (const auto &lesson : lessons()) {
        QVERIFY(!lesson.questions.isEmpty() && !lesson.title.isEmpty() && !lesson.scene.isEmpty());
        for (const auto &question : lesson.questions) {
            QCOMPARE(question.answers.size(), 3);
            QVERIFY(question.right >= 0 && question.right < question.answers.size());
            for (const auto &answer : question.answers)
                QVERIFY2(!answer.text.isEmpty() && answer.why.endsWith(u'.'), qPrintable(answer.text));
        }
    }
}

void TestLessons::questions_restOnWhatTheScenarioExpects()
{
    for (const auto &lesson : lessons()) {
        const auto scenario = builtIn(lesson.scenario.toStdString());
        for (const auto &question : lesson.questions) {
            const auto expected = scenario.expected.find(question.property);
            QVERIFY2(expected != scenario.expected.end() && expected->second == question.outcome, qPrintable(question.text));
        }
    }
}

void TestLessons::page_asksBeforeItTells()
{
    const auto report = judgedReport(brokenRun().end());
    const auto html = QString::fromUtf8(lessonPage(0, report, lanesOf(report.history, report.verdicts)));
    const auto lesson = lessons().front();
    for (const auto &question : lesson.questions) {
        const auto asked = html.indexOf(question.text), folded = html.indexOf(u"<details>"_s, asked);
        const auto told = html.indexOf(question.answers[question.right].why.toHtmlEscaped());
        QVERIFY2(asked > 0 && asked < folded && folded < told, qPrintable(question.text));
        QVERIFY(html.lastIndexOf(u"</details>"_s, told) < folded); // still inside
    }
    const auto steps = html.indexOf(u"id=\"s1\" aria-label=\"Step 1 of"_s);
    QVERIFY(steps > html.indexOf(lesson.questions.back().text));
    const auto judged = html.indexOf(u"<h3>Ownership</h3>"_s);
    QVERIFY(judged > html.lastIndexOf(u"<details>"_s) && html.indexOf(u"</details>"_s, judged) > judged);
    QVERIFY(!html.left(html.lastIndexOf(u"<details>"_s)).contains(u"violated"_s)); // neither head nor steps tell it
    QVERIFY(html.contains(u"content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""_s));
    QVERIFY(!html.contains(u"<script"_s) && html.size() < 1'000'000);
}

void TestLessons::runThatShowsOtherwise_isRefused()
{
    auto report = judgedReport(brokenRun().end());
    auto quiet = begun();
    QVERIFY(!lessonProblem(lessons()[3], judgedReport(quiet.gets("A").givesBack("A").end())).isEmpty());
    const auto lesson = lessons().front();
    LabResult result;
    for (const auto &question : lesson.questions) {
        Verdict verdict;
        verdict.property = question.property;
        verdict.outcome = question.outcome;
        result.verdicts.push_back(verdict);
    }
    QCOMPARE(lessonProblem(lesson, result), QString());
    result.verdicts.back().outcome = Outcome::Held;
    QCOMPARE(lessonProblem(lesson, result), u"plain-del-after-expiry: the lesson needs “resource: violated”, and this run shows “held”"_s);
    result.error = Error{ErrorKind::Transport, "no server", {}};
    QCOMPARE(lessonProblem(lesson, result), u"No server."_s);
}

void TestLessons::answerSheet_hasEveryAnswer()
{
    const auto html = QString::fromUtf8(answersPage());
    for (const auto &lesson : lessons()) {
        QVERIFY(html.contains(u"<a href=\"%1\">"_s.arg(lesson.file)));
        for (const auto &question : lesson.questions) {
            QVERIFY(html.contains(question.text.toHtmlEscaped()));
            QVERIFY2(html.contains(question.answers[question.right].why.toHtmlEscaped()), qPrintable(question.text));
        }
    }
}

LOCKSCOPE_TEST(TestLessons)
#include "tst_lessons.moc"

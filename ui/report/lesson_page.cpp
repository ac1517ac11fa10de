// SPDX-License-Identifier: MIT
#include "ui/report/lesson_page.h"

#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/report/timeline_svg.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QChar letter(qsizetype answer) { return QChar(u'A' + static_cast<char16_t>(answer)); }

QString folded(const QString &name, const QString &content)
{
    return u"<details>\n<summary>%1</summary>\n%2</details>\n"_s.arg(name, content);
}

QString rightHtml(const LessonQuestion &question)
{
    return u"<b>%1. %2.</b> %3"_s.arg(letter(question.right))
        .arg(markup(question.answers[question.right].text), markup(question.answers[question.right].why));
}

QString answerHtml(const LessonQuestion &question)
{
    auto text = u"<p>%1</p>\n"_s.arg(rightHtml(question));
    for (qsizetype i = 0; i < question.answers.size(); ++i) {
        if (i != question.right)
            text += u"<p class=\"aside\">%1. %2</p>\n"_s.arg(letter(i)).arg(markup(question.answers[i].why));
    }
    return folded(Words::tr("The answer"), text);
}

QString questionsHtml(const Lesson &lesson)
{
    QString text;
    for (const auto &question : lesson.questions) {
        QString answers;
        for (const auto &answer : question.answers)
            answers += u"<li>%1</li>\n"_s.arg(markup(answer.text));
        text += u"<li><h3>%1</h3>\n<ol class=\"answers\">\n%2</ol>\n%3</li>\n"_s.arg(markup(question.text), answers, answerHtml(question));
    }
    return u"<ol class=\"questions\">\n%1</ol>\n"_s.arg(text);
}

QString headHtml(qsizetype index, const Lesson &lesson, const RunReport &report)
{
    auto text = u"<header>\n<p class=\"eyebrow\">%1</p>\n<h1>%2</h1>\n"_s.arg(
        Words::tr("Lesson %1 of %2").arg(index + 1).arg(lessons().size()), markup(lesson.title));
    text += u"<p class=\"chips\"><span>%1</span><span>%2</span></p>\n"_s.arg(markup(report.scenario.protocol),
                                                                             Words::tr("lease %1 ms").arg(report.scenario.lease.count()));
    return text + u"<p class=\"story\">%1</p>\n</header>\n"_s.arg(markup(lesson.scene));
}

QString footHtml(qsizetype index)
{
    const auto all = lessons();
    const auto next =
        index + 1 < all.size()
            ? u"<p><a href=\"%1\">%2</a></p>\n"_s.arg(all[index + 1].file, Words::tr("Next: %1").arg(markup(all[index + 1].title)))
            : QString();
    return next
           + u"<footer>%1 %2</footer>\n"_s.arg(
               Words::tr("Made by Lockscope %1.").arg(QStringLiteral(LOCKSCOPE_VERSION)),
               Words::tr("This is a run of real processes on a real Redis. Times count from the end of the warm-up."));
}

} // namespace

QByteArray lessonPage(qsizetype index, const RunReport &report, const Lanes &lanes)
{
    const auto lesson = lessons()[index];
    ReportPage page(report, lanes);
    auto text = headHtml(index, lesson, report);
    text += section(Words::tr("First guess, then step, then unfold the answers"), questionsHtml(lesson));
    text += section(Words::tr("The run"), stepsHtml(page, Telling::Guess, TimelineOptions().mostWorkers));
    text += section(Words::tr("What the judge says"), folded(Words::tr("The verdicts"), headlineHtml(report) + verdictsHtml(page)));
    return pageHtml(markup(lesson.title), text + footHtml(index), stepsStyle(page)).toUtf8();
}

QByteArray answersPage()
{
    const auto title = Words::tr("The answers");
    auto text = u"<header>\n<p class=\"eyebrow\">%1</p>\n<h1>%2</h1>\n</header>\n"_s.arg(Words::tr("For the teacher"), title);
    for (const auto &lesson : lessons()) {
        QString answers;
        for (const auto &question : lesson.questions)
            answers += u"<li><h3>%1</h3>\n<p>%2</p></li>\n"_s.arg(markup(question.text), rightHtml(question));
        text += section(u"<a href=\"%1\">%2</a>"_s.arg(lesson.file, markup(lesson.title)),
                        u"<ol class=\"questions\">\n%1</ol>\n"_s.arg(answers));
    }
    return pageHtml(title, text).toUtf8();
}

} // namespace lockscope

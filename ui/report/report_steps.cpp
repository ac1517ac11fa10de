// SPDX-License-Identifier: MIT
#include "lockcore/report/decisive_steps.h"
#include "lockcore/report/entry_sentence.h"
#include "ui/report/decisive_words.h"
#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/report/timeline_parts.h"
#include "ui/report/timeline_svg.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// None: a step that only tells the story.
const LaneMark *markOf(const Lanes &lanes, std::uint64_t number)
{
    const auto found = std::ranges::find(lanes.marks, number, &LaneMark::number);
    return found == lanes.marks.end() ? nullptr : &*found;
}

QString inkNameOf(const LaneMark *mark) { return nameOf(mark ? inkOf(*mark) : Ink::Text); }

// What the verdicts say about the entry, and what the lock or the resource prevented there, or what it led to.
QString findingsAt(const ReportPage &page, std::uint64_t number)
{
    QStringList texts;
    if (const auto *mark = markOf(page.lanes(), number); mark && mark->kind != Decisive::Finding)
        texts << decisiveAddition(page.report().history, *mark);
    texts.removeAll(QString());
    for (const auto &verdict : page.report().verdicts) {
        const bool isFinding = verdict.outcome != Outcome::Held && verdict.outcome <= Outcome::Inconclusive;
        if (!isFinding || std::ranges::find(verdict.events, number) == verdict.events.end())
            continue;
        const bool saysItself = verdict.outcome == Outcome::Outlived; // "lease outlived outlived" would be odd
        texts << (saysItself ? propertyText(verdict.property) : propertyText(verdict.property) + u' ' + outcomeText(verdict));
    }
    return texts.join(u", "_s);
}

QString timeText(const ReportPage &page, std::uint64_t number) { return exactTime(page.history().at(number) - page.lanes().begin); }

QString buttonHtml(std::size_t step, const QString &name, const QString &label, const QString &ink, bool isChosen)
{
    const auto chosen = isChosen ? u" checked"_s : QString();
    return u"<input type=\"radio\" name=\"step\" id=\"s%1\" aria-label=\"%2\"%3><label for=\"s%1\" style=\"color:var(--%4)\">%5</label>\n"_s
        .arg(QString::number(step), name, chosen, ink, label);
}

QString buttonsHtml(const ReportPage &page, const std::vector<std::uint64_t> &steps, Telling telling)
{
    const auto whole = Words::tr("Whole run");
    QString text;
    for (std::size_t step = 1; step <= steps.size(); ++step) {
        const auto number = steps[step - 1];
        const auto name = Words::tr("Step %1 of %2, at %3").arg(step).arg(steps.size()).arg(timeText(page, number));
        const auto ink = telling == Telling::Guess ? nameOf(Ink::Text) : inkNameOf(markOf(page.lanes(), number));
        text += buttonHtml(step, name, QString::number(step), ink, step == 1 && telling == Telling::Guess);
    }
    const auto all = buttonHtml(0, whole, whole, nameOf(Ink::Text), telling == Telling::All);
    return telling == Telling::All ? all + text : text + all;
}

QString sentencesHtml(const ReportPage &page, const std::vector<std::uint64_t> &steps, Telling telling)
{
    auto text = u"<p class=\"aside t0\">%1</p>\n<ol>\n"_s.arg(
        Words::tr("Step through the run: the arrow keys go from one decisive moment to the next. What comes later is veiled."));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto number = steps[i];
        auto sentence = u"<span class=\"t\">%1</span> %2 <b>%3</b>"_s.arg(
            timeText(page, number), page.swatchHtml(workerIn(page.report().history.entries[number - 1])),
            capitalised(markup(sentenceOf(page.report().history, number))));
        if (const auto findings = findingsAt(page, number); telling == Telling::All && !findings.isEmpty())
            sentence +=
                u" <span style=\"color:var(--%1)\">%2</span>"_s.arg(inkNameOf(markOf(page.lanes(), number)), findings.toHtmlEscaped());
        text += u"<li class=\"t%1\">%2</li>\n"_s.arg(i + 1).arg(sentence);
    }
    return text + u"</ol>\n"_s;
}

// Before a panel's stretch all of it is veiled; after it nothing is.
QString cursorRules(const QString &chosen, const std::vector<TimeAxis> &axes, Microseconds at)
{
    QString text;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (at > axes[i].end())
            continue;
        const auto cursor = chosen + u"~figure ."_s + cursorOf(i);
        text += u"%1{display:inline;transform:translateX(%2px)}\n"_s.arg(cursor, QString::number(axes[i].clampedXOf(at), 'f', 1));
        if (at < axes[i].begin())
            text += cursor + u" line{display:none}\n"_s;
    }
    return text;
}

QString timelineOf(const ReportPage &page, std::size_t mostWorkers)
{
    TimelineOptions options;
    options.alone = false;
    options.links = true;
    options.cursors = true;
    options.mostWorkers = mostWorkers;
    const auto title = Words::tr("Timeline of %1").arg(shownText(page.report().scenario.name));
    return u"<figure>\n%1</figure>\n"_s.arg(timelineSvg(page.lanes(), title, options));
}

} // namespace

QString stepsHtml(const ReportPage &page, Telling telling, std::size_t mostWorkers)
{
    if (page.lanes().workers.empty())
        return {};
    const auto steps = decisiveSteps(page.history(), page.lanes());
    const auto picture = timelineOf(page, mostWorkers);
    if (steps.empty())
        return picture;
    return u"<div class=\"steps\">\n%1<div class=\"told\">\n%2</div>\n%3</div>\n"_s.arg(buttonsHtml(page, steps, telling),
                                                                                        sentencesHtml(page, steps, telling), picture);
}

QString stepsStyle(const ReportPage &page)
{
    const auto axes = timelineAxes(page.lanes());
    const auto steps = decisiveSteps(page.history(), page.lanes());
    auto text = u"@media screen{\n.told li,.t0{display:none}\n#s0:checked~.told .t0{display:block}\n"
                "input:not(#s0):checked~figure .early{display:none}\n"_s;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto chosen = u"#s%1:checked"_s.arg(i + 1);
        text += u"%1~.told .t%2{display:block}\n"_s.arg(chosen).arg(i + 1) + cursorRules(chosen, axes, page.history().at(steps[i]));
    }
    return text + u"}\n"_s;
}

} // namespace lockscope

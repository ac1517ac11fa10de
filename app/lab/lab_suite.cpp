// SPDX-License-Identifier: MIT
#include "app/lab/lab_suite.h"

#include "ui/report/verdict_words.h"
#include "ui/runs/suite_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int matchColumns = 17;
constexpr int latencyColumns = 15;

// The judge's sentence for each violation.
QStringList proofLines(const LabResult &result)
{
    QStringList lines;
    for (const auto &verdict : result.verdicts) {
        if (verdict.outcome == Outcome::Violated)
            lines << propertyText(verdict.property) + u": "_s + shownText(verdict.sentence);
    }
    return lines;
}

} // namespace

int nameColumnsOf(const std::vector<Scenario> &scenarios)
{
    int widest = 0;
    for (const auto &scenario : scenarios)
        widest = std::max(widest, columnsOf(shownText(scenario.name)));
    return widest + 2;
}

QString suiteHead(int nameColumns, const TextStyle &style)
{
    const auto text = padded(Words::tr("scenario"), nameColumns) + padded(Words::tr("result"), matchColumns)
                      + padded(Words::tr("wait p50/p99"), latencyColumns) + Words::tr("wake-up p50/p99, ms");
    return coloured(text, u"2"_s, style) + u'\n';
}

QString suiteLine(const LabResult &result, int nameColumns, const TextStyle &style)
{
    const auto line = [&](const QString &text) { return padded(shownText(result.scenario.name), nameColumns) + text + u'\n'; };
    if (result.error)
        return line(fitted(asSentence(result.error->text), style.width, nameColumns));
    if (isSkipped(result))
        return line(fitted(skipText(result), style.width, nameColumns));
    auto text = padded(matchText(result), matchColumns) + padded(latencyCell(result.figures.waits), latencyColumns)
                + latencyCell(result.figures.wakeUps);
    text = line(text);
    constexpr int indent = 4;
    for (const auto &below : QStringList{brokenText(result)} + proofLines(result)
                                 + QStringList{result.premises.complete ? QString() : unmetText(result)} + openTexts(result)
                                 + remarkTexts(result)) {
        if (!below.isEmpty())
            text += QString(indent, u' ') + fitted(below, style.width, indent) + u'\n';
    }
    if (!proofLines(result).isEmpty() && !result.folder.isEmpty())
        text += QString(indent, u' ') + result.folder + u'\n'; // in one piece, so that it can be copied
    return text;
}

QString suiteFoot(const std::vector<LabResult> &results, const TextStyle &style)
{
    const auto with = subjectText(results), all = summaryText(results), latencies = latenciesText(figuresOfAll(results));
    return fitted(with.isEmpty() ? all : with + u". "_s + all, style.width) + u'\n' + (latencies.isEmpty() ? latencies : latencies + u'\n');
}

} // namespace lockscope

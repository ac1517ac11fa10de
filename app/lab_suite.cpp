// SPDX-License-Identifier: MIT
#include "app/lab_suite.h"

#include "lockcore/report/latency.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct SuiteWords
{
    Q_DECLARE_TR_FUNCTIONS(SuiteWords)
};

constexpr int matchColumns = 17;
constexpr int latencyColumns = 15;

QString milliseconds(Microseconds time)
{
    const auto ms = static_cast<double>(time.count()) / 1000;
    return QString::number(ms, 'f', ms < 10 ? 1 : 0);
}

QString latencyCell(const std::vector<Microseconds> &times)
{
    const auto latency = latencyOf(times);
    return latency.count == 0 ? u"–"_s : milliseconds(latency.p50) + u'/' + milliseconds(latency.p99);
}

QString brokenOfRun(const LabResult &result)
{
    QStringList broken;
    for (const auto &verdict : result.verdicts) {
        if (verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived)
            broken << propertyText(verdict.property) + u' ' + wordText(wordOf(verdict.outcome))
                          + (verdict.pitfall.empty() ? QString() : u" ("_s + shownText(verdict.pitfall) + u')');
    }
    return broken.join(u", "_s);
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
    const auto text = padded(SuiteWords::tr("scenario"), nameColumns) + padded(SuiteWords::tr("result"), matchColumns)
                      + padded(SuiteWords::tr("wait p50/p99"), latencyColumns) + SuiteWords::tr("wake-up p50/p99, ms");
    return coloured(text, u"2"_s, style) + u'\n';
}

QString suiteLine(const LabResult &result, int nameColumns, const TextStyle &style)
{
    const auto line = [&](const QString &text) { return padded(shownText(result.scenario.name), nameColumns) + text + u'\n'; };
    if (result.error)
        return line(fitted(asSentence(result.error->text), style.width, nameColumns));
    if (!result.skips.empty())
        return line(skipText(result));
    auto text = padded(matchText(result), matchColumns) + padded(latencyCell(result.figures.waits), latencyColumns)
                + latencyCell(result.figures.wakeUps);
    text = line(text);
    constexpr int indent = 4;
    for (const auto &below : {brokenOfRun(result), result.premises.complete ? QString() : unmetText(result)}) {
        if (!below.isEmpty())
            text += QString(indent, u' ') + fitted(below, style.width, indent) + u'\n';
    }
    return text;
}

QString suiteFoot(const std::vector<LabResult> &results, const TextStyle &style)
{
    std::map<QString, int> counts;
    QString with;
    for (const auto &result : results) {
        const auto how = result.error            ? SuiteWords::tr("could not be played")
                         : !result.skips.empty() ? SuiteWords::tr("skipped")
                                                 : matchText(result);
        ++counts[how];
        if (result.expects && !result.server.empty())
            with = SuiteWords::tr("Lockscope's own workers on %1").arg(shownText(result.server));
        else if (!result.library.empty())
            with = SuiteWords::tr("%1 on %2").arg(shownText(result.library), shownText(result.server));
    }
    QStringList parts;
    for (const auto &[how, count] : counts)
        parts << QString::number(count) + u' ' + how;
    RunFigures figures; // of all runs together
    for (const auto &result : results) {
        figures.waits.insert(figures.waits.end(), result.figures.waits.begin(), result.figures.waits.end());
        figures.wakeUps.insert(figures.wakeUps.end(), result.figures.wakeUps.begin(), result.figures.wakeUps.end());
    }
    const auto latencies = latenciesText(figures);
    const auto all = SuiteWords::tr("Scenarios: %1 (%2)").arg(QString::number(results.size()), parts.join(u", "_s));
    return fitted(with.isEmpty() ? all : with + u". "_s + all, style.width) + u'\n' + (latencies.isEmpty() ? latencies : latencies + u'\n');
}

} // namespace lockscope

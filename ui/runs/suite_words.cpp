// SPDX-License-Identifier: MIT
#include "ui/runs/suite_words.h"

#include "lockcore/report/latency.h"
#include "ui/report/time_axis.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString inMilliseconds(Microseconds time)
{
    const auto ms = static_cast<double>(time.count()) / 1000;
    return QString::number(ms, 'f', ms < 10 ? 1 : 0);
}

QString latencyText(const QString &name, const std::vector<Microseconds> &times)
{
    const auto latency = latencyOf(times);
    if (latency.count == 1)
        return Words::tr("%1 %2 (once)").arg(name, shortTime(latency.p50));
    return Words::tr("%1 p50 %2, p99 %3 (%4 times)")
        .arg(name, shortTime(latency.p50), shortTime(latency.p99), QString::number(latency.count));
}

} // namespace

QString howText(const LabResult &result) { return result.error ? Words::tr("could not be played") : matchText(result); }

QString brokenText(const LabResult &result)
{
    QStringList broken;
    for (const auto &verdict : result.verdicts) {
        if (verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived)
            broken << (verdict.outcome == Outcome::Outlived ? propertyText(verdict.property)
                                                            : propertyText(verdict.property) + u' ' + wordText(wordOf(verdict.outcome)))
                          + (verdict.pitfall.empty() ? QString() : u" ("_s + shownText(verdict.pitfall) + u')');
    }
    return broken.join(u", "_s);
}

QString latencyCell(const std::vector<Microseconds> &times)
{
    const auto latency = latencyOf(times);
    return latency.count == 0 ? u"–"_s : inMilliseconds(latency.p50) + u'/' + inMilliseconds(latency.p99);
}

QString latenciesText(const RunFigures &figures)
{
    QStringList parts;
    if (!figures.waits.empty())
        parts << latencyText(Words::tr("wait for the lock"), figures.waits);
    if (!figures.wakeUps.empty())
        parts << latencyText(Words::tr("wake-up"), figures.wakeUps);
    return parts.join(u"; "_s);
}

QString subjectText(const std::vector<LabResult> &results)
{
    QString text;
    for (const auto &result : results) {
        if (result.expects && !result.server.empty())
            text = Words::tr("Lockscope's own workers on %1").arg(shownText(result.server));
        else if (!result.library.empty())
            text = Words::tr("%1 on %2").arg(shownText(result.library), shownText(result.server));
    }
    return text;
}

QString summaryText(const std::vector<LabResult> &results)
{
    std::map<QString, int> counts;
    for (const auto &result : results)
        ++counts[howText(result)];
    QStringList parts;
    for (const auto &[how, count] : counts)
        parts << QString::number(count) + u' ' + how;
    return Words::tr("Scenarios: %1 (%2)").arg(QString::number(results.size()), parts.join(u", "_s));
}

RunFigures figuresOfAll(const std::vector<LabResult> &results)
{
    RunFigures all;
    for (const auto &result : results) {
        all.waits.insert(all.waits.end(), result.figures.waits.begin(), result.figures.waits.end());
        all.wakeUps.insert(all.wakeUps.end(), result.figures.wakeUps.begin(), result.figures.wakeUps.end());
    }
    return all;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "app/explore/explore_replay.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "app/command/text_columns.h"
#include "app/explore/explore_output.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/oracle/examination.h"
#include "lockcore/oracle/route_replay.h"
#include "ui/explore/lab/trace_scenario.h"
#include "ui/explore/words/explore_json.h"
#include "ui/explore/words/explore_words.h"
#include "ui/runs/files.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::RealTimeReplay;
using lockcore::Result;
using lockcore::RouteReplayed;
using lockcore::ServerOracle;

namespace {

constexpr int columns = 80;

QByteArray replayJson(const ExploreOptions &options, const RouteReplayed &done, ServerOracle &oracle)
{
    QJsonArray violated;
    for (const auto &[property, finding] : done.walk.findings) {
        if (finding.violation)
            violated.append(explorerText(nameOf(property)));
    }
    const QJsonObject object = {{u"protocol"_s, explorerText(options.replay->bounds.protocol)},
                                {u"redis"_s, explorerText(oracle.version())},
                                {u"bounds"_s, exploreBoundsJson(options.replay->bounds, false)},
                                {u"real_time"_s, options.inRealTime},
                                {u"same_in_replay"_s, done.isTooLate || done.isCancelled ? QJsonValue() : QJsonValue(done.isSame)},
                                {u"violated"_s, violated},
                                {u"trace"_s, traceJson(done.walk.trace, oracle)}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

Result<void> writeScenario(const QString &file, const Bounds &bounds, const std::map<Property, Finding> &findings)
{
    const auto found = std::ranges::find_if(findings, [](const auto &finding) { return finding.second.violation.has_value(); });
    if (found == findings.end())
        return refused(Words::tr("nothing is violated, so no scenario was written"));
    const auto &violation = *found->second.violation;
    const auto scenario = scenarioFrom(lockcore::boundsOf(bounds, found->first, violation), found->first, violation);
    if (!scenario)
        return scenario.error();
    return writeFile(file, QByteArray::fromStdString(lockcore::textOf(*scenario)));
}

Result<ExploreOutcome> replayed(const ExploreOptions &options, ServerOracle &oracle, const std::atomic<bool> &cancelled)
{
    const auto &traced = *options.replay;
    const lockcore::ServerOracleOptions server{options.redis, {}};
    auto head = Words::tr("%1 on %2: %3.")
                    .arg(explorerText(traced.bounds.protocol), explorerText(oracle.version()), boundsWords(traced.bounds, false));
    if (options.inRealTime)
        head += u' ' + Words::tr("All times %1-fold, in real time.").arg(RealTimeReplay::usualFactor);
    head = fitted(head, columns) + u"\n\n"_s;
    QList<ExploreStep> steps;
    int printed = 0;
    const auto begin = [&](const Trace &trace) {
        steps = stepsFor(trace, oracle);
        if (!options.json)
            writeAll(STDOUT_FILENO, head.toUtf8());
    };
    const auto print = [&](std::size_t place) {
        while (!options.json && !steps.isEmpty() && steps.front().first <= place)
            writeAll(STDOUT_FILENO, stepLines(steps.takeFirst(), ++printed, traced.bounds.servers > 1).toUtf8());
    };
    const auto done =
        options.inRealTime ? replayInRealTime(traced, server, oracle, {begin, print}, cancelled) : replayAtOnce(traced, server, oracle);
    if (!done)
        return done.error();
    ExploreOutcome outcome;
    if (!options.scenario.isEmpty()) {
        const auto way = walkAlong(traced, oracle); // in real time, its times are stretched
        const auto written = way ? writeScenario(options.scenario, traced.bounds, way->findings) : Result<void>(way.error());
        outcome.complaint = written ? QString() : asSentence(written.error().text);
    }
    const auto violated = violatedOn(done->walk);
    outcome.exitCode = !done->isSame ? exitNotComplete : violated.isEmpty() ? exitYes : exitViolated;
    if (options.json) {
        outcome.text = replayJson(options, *done, oracle);
        return outcome;
    }
    auto text = options.inRealTime ? QString() : head + traceLines(done->walk.trace, oracle);
    if (done->isSame) {
        for (const auto &line : violated.isEmpty() ? QStringList(Words::tr("Nothing is violated on this way.")) : violated)
            text += u'\n' + line;
    }
    text += u'\n' + fitted(replayWords(*done, options.inRealTime), columns) + u'\n';
    outcome.text = text.toUtf8();
    return outcome;
}

} // namespace lockscope

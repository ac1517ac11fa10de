// SPDX-License-Identifier: MIT
#include "ui/explore/explore_result.h"

#include "lockcore/explorer/trace_text.h"
#include "ui/explore/words/explore_words.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;

namespace {

ExploreFinding findingOf(Property property, const Finding &finding, const Bounds &bounds, Oracle &oracle)
{
    ExploreFinding shown{property, propertyWords(property), findingWords(finding, bounds.pause), finding.verdict, bounds, {}, {}, {}, {}};
    if (finding.violation) {
        shown.bounds = lockcore::boundsOf(bounds, property, *finding.violation);
        shown.trace = explorerText(traceText(shown.bounds, finding.violation->faults, routeOf(finding.violation->trace)));
        shown.server = explorerText(oracle.version());
        shown.steps = finding.violation->trace;
        shown.shown = stepsFor(shown.steps, oracle);
    }
    return shown;
}

QString markOf(const FrontierRow &row)
{
    if (row.what == FrontierRow::What::Pause && row.shortestPause)
        return QString::number(row.shortestPause->count());
    QString mark;
    for (const auto &[property, finding] : row.findings) {
        if (finding.violation)
            mark += propertyMark(property);
    }
    return !mark.isEmpty() ? mark : row.complete ? u"–"_s : u"?"_s;
}

} // namespace

ExploreRow rowOf(const FrontierRow &row, Oracle &oracle)
{
    ExploreRow shown{whatWords(row), brokenWords(row), markOf(row), false, row.complete, {}};
    for (const auto &[property, finding] : row.findings) {
        if (finding.violation)
            shown.findings << findingOf(property, finding, row.bounds, oracle);
    }
    shown.isBroken = !shown.findings.isEmpty();
    return shown;
}

ExploreResult resultOf(const lockcore::Examination &examination, Oracle &oracle)
{
    const auto &exploration = examination.exploration;
    ExploreResult result;
    result.protocol = explorerText(exploration.bounds.protocol);
    result.server = explorerText(examination.server);
    result.bounds = boundsWords(exploration.bounds, examination.isUsual);
    result.workers = exploration.bounds.workers;
    result.servers = exploration.bounds.servers;
    result.states = exploration.states;
    result.seconds = examination.seconds;
    result.isComplete = exploration.complete;
    result.isUnlike = examination.sameInReplay && !*examination.sameInReplay;
    result.remarks = remarksOn(examination);
    for (const auto &[property, finding] : exploration.findings)
        result.findings << findingOf(property, finding, exploration.bounds, oracle);
    result.hasFrontier = hasFrontier(examination);
    for (const auto &row : examination.frontier)
        result.frontier << rowOf(row, oracle);
    return result;
}

} // namespace lockscope

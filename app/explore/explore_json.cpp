// SPDX-License-Identifier: MIT
#include "app/explore/explore_output.h"

#include "lockcore/explorer/trace_text.h"
#include "ui/explore/words/explore_json.h"
#include "ui/explore/words/explore_words.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using What = FrontierRow::What;

namespace {

QJsonArray findingsJson(const std::map<Property, Finding> &findings, const Bounds &bounds, Oracle *oracle)
{
    QJsonArray all;
    for (const auto &[property, finding] : findings) {
        QJsonObject object = {{u"name"_s, explorerText(nameOf(property))}, {u"verdict"_s, explorerText(verdictWord(finding.verdict))}};
        if (finding.violation) {
            object[u"faults"_s] = explorerText(toString(finding.violation->faults, bounds.pause));
            object[u"replay"_s] = explorerText(traceText(lockcore::boundsOf(bounds, property, *finding.violation),
                                                         finding.violation->faults, routeOf(finding.violation->trace)));
            if (oracle)
                object[u"trace"_s] = traceJson(finding.violation->trace, *oracle);
        }
        all.append(object);
    }
    return all;
}

QJsonArray frontierJson(const std::vector<FrontierRow> &rows)
{
    QJsonArray all;
    for (const auto &row : rows) {
        QJsonObject object = {{u"what"_s, explorerText(wordOfWhat(row.what))},
                              {u"complete"_s, row.complete},
                              {u"properties"_s, findingsJson(row.findings, row.bounds, nullptr)}};
        if (row.what == What::Pause)
            object[u"shortest_pause_ms"_s] = row.shortestPause ? QJsonValue(qint64(row.shortestPause->count())) : QJsonValue();
        if (row.what == What::LongWork)
            object[u"work_ms"_s] = qint64(row.bounds.work.count());
        all.append(object);
    }
    return all;
}

} // namespace

QJsonArray traceJson(const Trace &trace, Oracle &oracle) { return stepsJson(stepsFor(trace, oracle), trace.front().servers.size() > 1); }

QJsonObject exploreJson(const lockcore::Examination &examination, Oracle &oracle)
{
    const auto &exploration = examination.exploration;
    auto object = QJsonObject{{u"protocol"_s, explorerText(exploration.bounds.protocol)},
                              {u"redis"_s, explorerText(examination.server)},
                              {u"bounds"_s, exploreBoundsJson(exploration.bounds, examination.isUsual)},
                              {u"complete"_s, exploration.complete},
                              {u"states"_s, qint64(exploration.states)},
                              {u"transitions"_s, qint64(exploration.transitions)},
                              {u"seconds"_s, examination.seconds},
                              {u"properties"_s, findingsJson(exploration.findings, exploration.bounds, &oracle)}};
    if (examination.sameInReplay)
        object[u"same_in_replay"_s] = *examination.sameInReplay;
    if (examination.isUsual)
        object[u"frontier"_s] = frontierJson(examination.frontier);
    return object;
}

QJsonObject exploreTableJson(const std::vector<ExploreTableRow> &rows, const std::string &server)
{
    QJsonArray all;
    for (const auto &row : rows) {
        QJsonObject object = {{u"protocol"_s, explorerText(row.protocol)}, {u"cells"_s, frontierJson(row.cells)}};
        if (!row.error.empty())
            object[u"error"_s] = explorerText(row.error);
        all.append(object);
    }
    return {{u"redis"_s, explorerText(server)}, {u"protocols"_s, all}};
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "app/lab_json.h"

#include "lockcore/report/latency.h"
#include "ui/words/shown_text.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

double milliseconds(Microseconds time) { return static_cast<double>(time.count()) / 1000; }

QJsonObject toJson(const Operation &operation)
{
    return {{u"request"_s, jsonWord(wordOf(operation.request))},  {u"sent"_s, static_cast<qint64>(operation.sent)},
            {u"ok"_s, static_cast<qint64>(operation.ok)},         {u"no"_s, static_cast<qint64>(operation.no)},
            {u"failed"_s, static_cast<qint64>(operation.failed)}, {u"indefinite"_s, static_cast<qint64>(operation.indefinite)}};
}

QJsonValue toJson(const Latency &latency)
{
    if (latency.count == 0)
        return {};
    return QJsonObject{{u"times"_s, static_cast<qint64>(latency.count)},
                       {u"p50_ms"_s, milliseconds(latency.p50)},
                       {u"p99_ms"_s, milliseconds(latency.p99)},
                       {u"longest_ms"_s, milliseconds(latency.longest)}};
}

QString word(const LabResult &result)
{
    if (result.error)
        return u"error"_s;
    if (!result.skips.empty())
        return u"skipped"_s;
    switch (matchOf(result)) {
    case Match::AsExpected: return informs(result) ? u"informative"_s : u"passed"_s;
    case Match::Open: return u"inconclusive"_s;
    case Match::Contradicted: return u"violated"_s;
    }
    return {};
}

} // namespace

QString jsonWord(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

QJsonObject toJson(const Verdict &verdict)
{
    QJsonArray events;
    for (const auto number : verdict.events)
        events.append(static_cast<qint64>(number));
    return {{u"property"_s, jsonWord(wordOf(verdict.property))},
            {u"verdict"_s, jsonWord(wordOf(verdict.outcome))},
            {u"importance"_s, jsonWord(wordOf(verdict.importance))},
            {u"cause"_s, jsonWord(wordOf(verdict.cause))},
            {u"sentence"_s, shownText(verdict.sentence)},
            {u"pitfall"_s, shownText(verdict.pitfall)},
            {u"note"_s, shownText(verdict.note)},
            {u"proof"_s, events}};
}

QByteArray verdictJson(const LabResult &result)
{
    QJsonArray verdicts;
    for (const auto &verdict : result.verdicts)
        verdicts.append(toJson(verdict));
    QJsonArray operations;
    for (const auto &operation : result.figures.operations)
        operations.append(toJson(operation));
    QJsonArray unmet;
    for (const auto &condition : result.unmet)
        unmet.append(shownText(toString(condition)));
    QJsonObject all{{u"scenario"_s, shownText(result.scenario.name)},
                    {u"seed"_s, static_cast<qint64>(result.seed)},
                    {u"library"_s, shownText(result.library)},
                    {u"server"_s, shownText(result.server)},
                    {u"result"_s, word(result)},
                    {u"expectations_apply"_s, result.expects},
                    {u"complete"_s, result.premises.complete},
                    {u"worst_stall_ms"_s, milliseconds(result.premises.worstStall)},
                    {u"did_not_happen"_s, unmet},
                    {u"operations"_s, operations},
                    {u"wait"_s, toJson(latencyOf(result.figures.waits))},
                    {u"wake_up"_s, toJson(latencyOf(result.figures.wakeUps))},
                    {u"verdicts"_s, verdicts}};
    if (!result.disagreement.empty())
        all[u"disagreement"_s] = shownText(result.disagreement);
    if (result.error)
        all[u"error"_s] = shownText(result.error->text);
    if (!result.replayOf.isEmpty())
        all[u"replay_of"_s] = result.replayOf;
    return QJsonDocument(all).toJson();
}

} // namespace lockscope

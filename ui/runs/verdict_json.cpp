// SPDX-License-Identifier: MIT
#include "ui/runs/verdict_json.h"

#include "lockcore/report/latency.h"
#include "ui/words/json_text.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

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

Microseconds microseconds(const QJsonValue &milliseconds)
{
    constexpr double longest = 30.0 * 24 * 3600 * 1000;
    return Microseconds(std::llround(std::clamp(milliseconds.toDouble(), 0.0, longest) * 1000)); // 0.001 ms has no exact binary form
}

QString word(const LabResult &result)
{
    if (result.error)
        return u"error"_s;
    if (isSkipped(result))
        return u"skipped"_s;
    switch (matchOf(result)) {
    case Match::AsExpected: return informs(result) && !result.byHand ? u"informative"_s : u"passed"_s;
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

namespace {

QJsonObject toJson(const MomentInWords &words)
{
    const auto &moment = words.moment;
    QJsonObject object{{u"entry"_s, static_cast<qint64>(moment.number)},
                       {u"at_ms"_s, milliseconds(words.since)},
                       {u"kind"_s, jsonWord(wordOf(moment.kind))},
                       {u"sentence"_s, shownText(words.sentence)}};
    if (moment.kind == Decisive::Finding)
        object[u"verdict"_s] = jsonWord(wordOf(moment.outcome));
    else
        object[u"text"_s] = shownText(moment.text);
    return object;
}

QJsonObject runJson(const LabResult &result)
{
    QJsonArray verdicts;
    for (const auto &verdict : result.verdicts)
        verdicts.append(lockscope::toJson(verdict));
    QJsonArray operations;
    for (const auto &operation : result.figures.operations)
        operations.append(toJson(operation));
    QJsonArray moments;
    for (const auto &moment : result.moments)
        moments.append(toJson(moment));
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
                    {u"waited_ms"_s, milliseconds(result.premises.waited)},
                    {u"did_not_happen"_s, unmet},
                    {u"operations"_s, operations},
                    {u"wait"_s, toJson(latencyOf(result.figures.waits))},
                    {u"wake_up"_s, toJson(latencyOf(result.figures.wakeUps))},
                    {u"commands"_s, result.figures.commands ? QJsonValue(static_cast<qint64>(*result.figures.commands)) : QJsonValue()},
                    {u"hand_overs"_s, static_cast<qint64>(result.figures.handOvers)},
                    {u"moments"_s, moments},
                    {u"verdicts"_s, verdicts}};
    if (!result.notApplicable.empty())
        all[u"not_applicable"_s] = shownText(result.notApplicable);
    if (!result.remarks.empty())
        all[u"remarks"_s] = QJsonArray::fromStringList(remarkTexts(result));
    if (!result.disagreement.empty())
        all[u"disagreement"_s] = shownText(result.disagreement);
    if (result.error)
        all[u"error"_s] = shownText(result.error->text);
    if (result.byHand)
        all[u"by_hand"_s] = true;
    if (!result.replayOf.isEmpty())
        all[u"replay_of"_s] = result.replayOf;
    return all;
}

} // namespace

QByteArray verdictJson(const LabResult &result) { return indented(runJson(result)); }

QJsonObject toJson(const LabResult &result)
{
    auto run = runJson(result);
    run[u"folder"_s] = result.folder;
    if (!result.skips.empty())
        run[u"why"_s] = skipText(result);
    return run;
}

QByteArray suiteJson(const std::vector<LabResult> &results)
{
    QJsonArray runs;
    for (const auto &result : results)
        runs.append(lockscope::toJson(result));
    return indented({{u"runs"_s, runs}});
}

QByteArray indented(const QJsonObject &object) { return shownJson(object, QJsonDocument::Indented); }

namespace {

std::string textAt(const QJsonObject &object, const QString &name) { return object.value(name).toString().toStdString(); }

template <class Enum>
std::optional<Enum> wordAt(const QJsonObject &object, const QString &name)
{
    return fromWord<Enum>(textAt(object, name));
}

std::optional<Verdict> verdictFrom(const QJsonObject &object)
{
    const auto property = wordAt<Property>(object, u"property"_s);
    const auto outcome = wordAt<Outcome>(object, u"verdict"_s);
    const auto importance = wordAt<Importance>(object, u"importance"_s);
    if (!property || !outcome || !importance)
        return std::nullopt;
    Verdict verdict;
    verdict.property = *property;
    verdict.outcome = *outcome;
    verdict.importance = *importance;
    verdict.cause = wordAt<Cause>(object, u"cause"_s).value_or(Cause::None);
    verdict.sentence = textAt(object, u"sentence"_s);
    return verdict;
}

// The inverse of word().
std::optional<Match> matchOfWord(const QString &word)
{
    if (word == u"passed"_s || word == u"informative"_s || word == u"skipped"_s)
        return Match::AsExpected;
    return word == u"inconclusive"_s ? std::optional(Match::Open)
           : word == u"violated"_s   ? std::optional(Match::Contradicted)
                                     : std::nullopt;
}

int lineAt(const QByteArray &json, int offset) { return 1 + static_cast<int>(json.left(offset).count('\n')); }

} // namespace

std::optional<Match> matchIn(const QByteArray &json)
{
    return matchOfWord(QJsonDocument::fromJson(json).object().value(u"result"_s).toString());
}

Result<LabResult> resultFrom(const QByteArray &json, const QString &name)
{
    QJsonParseError wrong;
    const auto all = QJsonDocument::fromJson(json, &wrong).object();
    if (wrong.error != QJsonParseError::NoError)
        return refused(Words::tr("%1, line %2: this is not valid JSON: %3")
                           .arg(name, QString::number(lineAt(json, wrong.offset)), wrong.errorString()));
    if (!all.value(u"scenario"_s).isString() || !all.value(u"verdicts"_s).isArray())
        return refused(Words::tr("%1, line 1: these are not the verdicts on a run").arg(name));
    LabResult result;
    result.scenario.name = textAt(all, u"scenario"_s);
    result.seed = static_cast<std::uint64_t>(std::max<qint64>(all.value(u"seed"_s).toInteger(), 0));
    result.library = textAt(all, u"library"_s);
    result.server = textAt(all, u"server"_s);
    result.expects = all.value(u"expectations_apply"_s).toBool();
    result.byHand = all.value(u"by_hand"_s).toBool();
    result.premises = {all.value(u"complete"_s).toBool(true), microseconds(all.value(u"worst_stall_ms"_s)),
                       microseconds(all.value(u"waited_ms"_s))};
    result.notApplicable = textAt(all, u"not_applicable"_s);
    result.disagreement = textAt(all, u"disagreement"_s);
    result.replayOf = all.value(u"replay_of"_s).toString();
    if (all.contains(u"error"_s))
        result.error = Error{ErrorKind::Refused, textAt(all, u"error"_s), {}};
    for (const auto &value : all.value(u"did_not_happen"_s).toArray()) {
        if (auto condition = conditionFrom(value.toString().toStdString()))
            result.unmet.push_back(*std::move(condition));
    }
    for (const auto &value : all.value(u"verdicts"_s).toArray()) {
        if (auto verdict = verdictFrom(value.toObject()))
            result.verdicts.push_back(*std::move(verdict));
    }
    return result;
}

} // namespace lockscope

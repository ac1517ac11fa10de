// SPDX-License-Identifier: MIT
#include "ui/runs/check_json.h"

#include "lockcore/report/pitfall.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QJsonObject objectOf(const CheckProof &proof);
QJsonObject objectOf(const CheckItem &item);
QJsonObject objectOf(const CheckGap &gap);
QJsonObject objectOf(const CheckPart &part);

template <class Value>
QJsonArray arrayOf(const std::vector<Value> &values)
{
    QJsonArray all;
    for (const auto &value : values)
        all.append(objectOf(value));
    return all;
}

QJsonObject objectOf(const CheckProof &proof)
{
    QJsonArray events;
    for (const auto number : proof.events)
        events.append(static_cast<qint64>(number));
    return {
        {u"sentence"_s, shownText(proof.sentence)}, {u"proof"_s, events}, {u"run"_s, shownText(proof.run)}, {u"folder"_s, proof.folder}};
}

QJsonObject objectOf(const CheckReason &reason)
{
    return {{u"why"_s, jsonWord(wordOf(reason.kind))},
            {u"text"_s, shownText(reason.text)},
            {u"run"_s, shownText(reason.run)},
            {u"open"_s, reason.isOpen}};
}

QJsonObject objectOf(const CheckItem &item)
{
    const auto *pitfall = findPitfall(item.name);
    QJsonObject all{{pitfall ? u"code"_s : u"property"_s, shownText(item.name)},
                    {u"word"_s, jsonWord(wordOf(item.word))},
                    {u"fails"_s, item.fails},
                    {u"runs"_s, static_cast<qint64>(item.runs)}};
    if (pitfall) {
        all[u"title"_s] = jsonWord(pitfall->title);
        all[u"answers"_s] = jsonWord(wordOf(pitfall->answering));
        all[u"kept_by"_s] = jsonWord(wordOf(pitfall->keptBy));
    }
    if (item.proof)
        all[u"proof"_s] = objectOf(*item.proof);
    if (item.reason)
        all[u"reason"_s] = objectOf(*item.reason);
    return all;
}

QJsonObject objectOf(const CheckGap &gap)
{
    return {{u"run"_s, shownText(gap.run)}, {u"folder"_s, gap.folder}, {u"reason"_s, objectOf(gap.reason)}};
}

QJsonObject objectOf(const CheckPart &part)
{
    QJsonObject all{{u"part"_s, jsonWord(wordOf(part.kind))},
                    {u"state"_s, jsonWord(wordOf(part.state))},
                    {u"done"_s, static_cast<qint64>(part.done)},
                    {u"planned"_s, static_cast<qint64>(part.planned)},
                    {u"took_ms"_s, static_cast<qint64>(part.took.count())}};
    if (!part.failure.empty())
        all[u"failure"_s] = shownText(part.failure);
    return all;
}

QJsonObject countsOf(const Check &check)
{
    QJsonObject counts;
    for (std::size_t i = 0; i < wordsOf<CheckWord>.size(); ++i)
        counts[jsonWord(wordsOf<CheckWord>[i])] = static_cast<qint64>(countOf(check.pitfalls, static_cast<CheckWord>(i)));
    return counts;
}

} // namespace

QByteArray checkJson(const Check &check)
{
    QJsonArray command;
    for (const auto &word : check.command)
        command.append(shownText(word));
    QJsonObject all{{u"command"_s, command},
                    {u"library"_s, shownText(check.library)},
                    {u"server"_s, shownText(check.server)},
                    {u"seed"_s, static_cast<qint64>(check.seed)},
                    {u"took_ms"_s, static_cast<qint64>(check.took.count())},
                    {u"folder"_s, check.folder},
                    {u"result"_s, check.error     ? u"error"_s
                                  : fails(check)  ? u"broken"_s
                                  : isOpen(check) ? u"inconclusive"_s
                                                  : u"kept"_s},
                    {u"stopped"_s, check.stopped},
                    {u"counts"_s, countsOf(check)},
                    {u"parts"_s, arrayOf(check.parts)},
                    {u"mistakes"_s, arrayOf(check.mistakes)},
                    {u"properties"_s, arrayOf(check.properties)},
                    {u"pitfalls"_s, arrayOf(check.pitfalls)},
                    {u"not_tested"_s, arrayOf(check.gaps)}};
    if (check.error)
        all[u"error"_s] = shownText(check.error->text);
    return indented(all);
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/lab/editor/editor_words.h"

#include "lockcore/locks/catalogue.h"
#include "ui/lab/editor/draft_table.h"
#include "ui/report/verdict_words.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString textOf(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

QStringList completions(const ScenarioDraft &draft, const DraftField &field)
{
    if (field.kind == DraftKind::Conditions)
        return conditionCompletions(draft.workerNames(), draft.lockNames());
    if (field.name == "who")
        return draft.workerNames();
    if (field.name == "lock")
        return draft.lockNames();
    QStringList words;
    for (const auto word : field.words)
        words << textOf(word);
    return words;
}

} // namespace

QStringList workerTitles()
{
    return {Words::tr("Name"),      Words::tr("Lock"),      Words::tr("Starts after"), Words::tr("Next round after"), Words::tr("Rounds"),
            Words::tr("Waits, ms"), Words::tr("Works, ms"), Words::tr("Works until"),  Words::tr("Releases")};
}

QStringList workerHints()
{
    return {Words::tr("name"),
            Words::tr("the first"),
            Words::tr("the start"),
            Words::tr("the one before"),
            u"1"_s,
            Words::tr("for ever"),
            u"0"_s,
            Words::tr("–"),
            Words::tr("if-held")};
}

QStringList faultTitles()
{
    return {Words::tr("When"), Words::tr("After, ms"), Words::tr("Do"), Words::tr("Who"), Words::tr("Command"), Words::tr("By, ms")};
}

QStringList faultHints()
{
    return {Words::tr("what has happened"), u"0"_s, Words::tr("what"), Words::tr("–"), Words::tr("any"), Words::tr("–")};
}

QStringList workerCompletions(const ScenarioDraft &draft, int column)
{
    return completions(draft, ScenarioDraft::workerFields()[static_cast<std::size_t>(column)]);
}

QStringList faultCompletions(const ScenarioDraft &draft, int column)
{
    return completions(draft, ScenarioDraft::faultFields()[static_cast<std::size_t>(column)]);
}

QStringList protocolNames()
{
    QStringList names;
    for (const auto &protocol : lockcore::protocols())
        names << textOf(protocol.name);
    return names << u"external"_s;
}

QList<WordChoice> propertyChoices()
{
    QList<WordChoice> choices;
    for (const auto word : lockcore::wordsOf<lockcore::Property>)
        choices << WordChoice{textOf(word), wordText(word)};
    return choices;
}

QList<WordChoice> outcomeChoices()
{
    QList<WordChoice> choices{{QString(), Words::tr("–")}};
    for (const auto word : lockcore::wordsOf<lockcore::Outcome>)
        choices << WordChoice{textOf(word), wordText(word)};
    return choices;
}

} // namespace lockscope

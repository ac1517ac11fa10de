// SPDX-License-Identifier: MIT
#include "ui/lab/editor/editor_words.h"

#include "lockcore/locks/catalogue.h"
#include "ui/lab/editor/draft_table.h"
#include "ui/report/verdict_words.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct EditorWords
{
    Q_DECLARE_TR_FUNCTIONS(EditorWords)
};

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
    return {EditorWords::tr("Name"),    EditorWords::tr("Lock"),      EditorWords::tr("Starts after"), EditorWords::tr("Next round after"),
            EditorWords::tr("Rounds"),  EditorWords::tr("Waits, ms"), EditorWords::tr("Works, ms"),    EditorWords::tr("Works until"),
            EditorWords::tr("Releases")};
}

QStringList workerHints()
{
    return {EditorWords::tr("name"),
            EditorWords::tr("the first"),
            EditorWords::tr("the start"),
            EditorWords::tr("the one before"),
            u"1"_s,
            EditorWords::tr("for ever"),
            u"0"_s,
            EditorWords::tr("–"),
            EditorWords::tr("if-held")};
}

QStringList faultTitles()
{
    return {EditorWords::tr("When"), EditorWords::tr("After, ms"), EditorWords::tr("Do"),
            EditorWords::tr("Who"),  EditorWords::tr("Command"),   EditorWords::tr("By, ms")};
}

QStringList faultHints()
{
    return {EditorWords::tr("what has happened"),
            u"0"_s,
            EditorWords::tr("what"),
            EditorWords::tr("–"),
            EditorWords::tr("any"),
            EditorWords::tr("–")};
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
    QList<WordChoice> choices{{QString(), EditorWords::tr("–")}};
    for (const auto word : lockcore::wordsOf<lockcore::Outcome>)
        choices << WordChoice{textOf(word), wordText(word)};
    return choices;
}

} // namespace lockscope

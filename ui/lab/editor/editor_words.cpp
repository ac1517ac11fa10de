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

template <lockcore::HasWords Enum>
QStringList allWords()
{
    QStringList words;
    for (const auto word : lockcore::wordsOf<Enum>)
        words << textOf(word);
    return words;
}

} // namespace

QStringList workerTitles()
{
    return {EditorWords::tr("Name"),        EditorWords::tr("Starts after"), EditorWords::tr("Next round after"),
            EditorWords::tr("Rounds"),      EditorWords::tr("Waits, ms"),    EditorWords::tr("Works, ms"),
            EditorWords::tr("Works until"), EditorWords::tr("Releases")};
}

QStringList workerHints()
{
    return {EditorWords::tr("name"),
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
    switch (column) {
    case ScenarioDraft::After:
    case ScenarioDraft::Again:
    case ScenarioDraft::WorkUntil: return conditionCompletions(draft.workerNames());
    case ScenarioDraft::Releases: return allWords<lockcore::ScenarioWorker::Releases>();
    default: return {};
    }
}

QStringList faultCompletions(const ScenarioDraft &draft, int column)
{
    switch (column) {
    case ScenarioDraft::When: return conditionCompletions(draft.workerNames());
    case ScenarioDraft::Do: return allWords<lockcore::Action>();
    case ScenarioDraft::Who: return draft.workerNames();
    case ScenarioDraft::Of: return allWords<lockcore::Purpose>();
    default: return {};
    }
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

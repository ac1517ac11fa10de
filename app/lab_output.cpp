// SPDX-License-Identifier: MIT
#include "app/lab_output.h"

#include "app/exit_codes.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LabWords
{
    Q_DECLARE_TR_FUNCTIONS(LabWords)
};

QString wordText(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())).replace(u'-', u' '); }

QString propertyText(Property property) { return wordText(wordOf(property)); }

// A word and a sign, never colour alone.
QString outcomeText(Outcome outcome)
{
    const auto word = wordText(wordOf(outcome));
    return outcome == Outcome::Violated ? u"✗ "_s + word : outcome == Outcome::Held ? u"✓ "_s + word : u"· "_s + word;
}

QString colourOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return u"1;31"_s;
    case Outcome::Outlived:
    case Outcome::Inconclusive: return u"33"_s;
    case Outcome::Held: return u"32"_s;
    case Outcome::NotExercised:
    case Outcome::Skipped: return u"2"_s;
    }
    return {};
}

QString proofText(const Verdict &verdict)
{
    QStringList numbers;
    for (const auto number : verdict.events)
        numbers << QString::number(number);
    return LabWords::tr("proof: entries %1").arg(numbers.join(u' '));
}

QString sentenceOf(const Verdict &verdict)
{
    auto text = shownText(verdict.sentence);
    if (!verdict.pitfall.empty())
        text += u", "_s + shownText(verdict.pitfall);
    return text;
}

QString expectationText(const Scenario &scenario, const Verdict &verdict)
{
    const auto expected = scenario.expected.find(verdict.property);
    return expected == scenario.expected.end() ? LabWords::tr("the scenario does not expect this")
                                               : LabWords::tr("expected: %1").arg(wordText(wordOf(expected->second)));
}

QString joined(const std::vector<std::string> &texts)
{
    QStringList all;
    for (const auto &text : texts)
        all << shownText(text);
    return all.join(u", "_s);
}

// What would befall every lock is no fault of a library.
bool informs(const LabResult &result) { return !result.expects && result.scenario.importance == Importance::Informative; }

QString matchText(const LabResult &result)
{
    switch (matchOf(result)) {
    case Match::AsExpected:
        return result.expects ? LabWords::tr("as expected") : informs(result) ? LabWords::tr("informative") : LabWords::tr("passed");
    case Match::Open: return LabWords::tr("inconclusive");
    case Match::Contradicted: return result.expects ? LabWords::tr("NOT as expected") : LabWords::tr("violated");
    }
    return {};
}

bool isWorthALine(const Verdict &verdict, const Scenario *expected)
{
    const bool named = expected && expected->expected.contains(verdict.property);
    return named || (verdict.outcome != Outcome::NotExercised && verdict.outcome != Outcome::Skipped);
}

} // namespace

Match matchOf(const LabResult &result)
{
    if (result.error || !result.disagreement.empty())
        return Match::Contradicted;
    if (informs(result))
        return Match::AsExpected;
    if (result.expects)
        return lockcore::matchOf(result.scenario, result.verdicts, result.premises);
    return result.scenario.name.empty() ? promisesKept(result.verdicts) : promisesKept(result.scenario, result.verdicts);
}

int exitCodeOf(const LabResult &result)
{
    if (result.error && result.error->kind == ErrorKind::Transport)
        return exitNoServer;
    if (!result.skips.empty())
        return exitYes;
    switch (matchOf(result)) {
    case Match::AsExpected: return exitYes;
    case Match::Open: return exitNotComplete;
    case Match::Contradicted: return exitViolated;
    }
    return exitViolated;
}

QString verdictsText(const std::vector<Verdict> &verdicts, const Scenario *expected, const TextStyle &style)
{
    constexpr int nameColumns = 18;
    constexpr int outcomeColumns = 16;
    QString text;
    for (const auto &verdict : verdicts) {
        if (!isWorthALine(verdict, expected))
            continue;
        const int indent = 2 + nameColumns + outcomeColumns;
        const QString line = u'\n' + QString(indent, u' ');
        text += u"  "_s + padded(propertyText(verdict.property), nameColumns)
                + coloured(padded(outcomeText(verdict.outcome), outcomeColumns), colourOf(verdict.outcome), style)
                + fitted(sentenceOf(verdict), style.width, indent);
        if (!verdict.note.empty())
            text += line + fitted(shownText(verdict.note), style.width, indent);
        if (!verdict.events.empty())
            text += line + fitted(proofText(verdict), style.width, indent);
        if (expected && matchOf(*expected, verdict) != Match::AsExpected)
            text += line + coloured(expectationText(*expected, verdict), u"1"_s, style);
        text += u'\n';
    }
    return text;
}

QString resultText(const LabResult &result, const TextStyle &style)
{
    auto text = coloured(shownText(result.scenario.name), u"1"_s, style) + u": "_s + shownText(result.scenario.title) + u'\n';
    if (result.error)
        return text + u"  "_s + fitted(asSentence(result.error->text), style.width, 2) + u'\n';
    if (!result.skips.empty())
        return text + u"  "_s + LabWords::tr("skipped: the library has no %1").arg(joined(result.skips)) + u'\n';
    text += u"  "_s
            + LabWords::tr("%1 on %2, seed %3, %4 entries")
                  .arg(shownText(result.library), shownText(result.server), QString::number(result.seed), QString::number(result.entries))
            + u'\n';
    text += verdictsText(result.verdicts, result.expects ? &result.scenario : nullptr, style);
    for (const auto &condition : result.unmet)
        text += u"  "_s + LabWords::tr("did not happen: %1").arg(shownText(toString(condition))) + u'\n';
    if (result.premises.worstStall > Milliseconds(20)) {
        const auto stall = std::chrono::round<Milliseconds>(result.premises.worstStall);
        text += u"  "_s + LabWords::tr("the machine stalled for up to %1 ms").arg(stall.count()) + u'\n';
    }
    if (!result.disagreement.empty())
        text += u"  "_s + fitted(LabWords::tr("The two judges disagree: %1").arg(shownText(result.disagreement)), style.width, 2) + u'\n';
    text += u"  "_s + matchText(result);
    if (!result.folder.isEmpty())
        text += u"; "_s + result.folder;
    return text + u'\n';
}

int nameColumnsOf(const std::vector<Scenario> &scenarios)
{
    int widest = 0;
    for (const auto &scenario : scenarios)
        widest = std::max(widest, columnsOf(shownText(scenario.name)));
    return widest + 2;
}

QString suiteLine(const LabResult &result, int nameColumns, const TextStyle &style)
{
    constexpr int matchColumns = 17;
    const auto line = [&](const QString &text) { return padded(shownText(result.scenario.name), nameColumns) + text + u'\n'; };
    if (result.error)
        return line(fitted(asSentence(result.error->text), style.width, nameColumns));
    if (!result.skips.empty())
        return line(LabWords::tr("skipped: no %1").arg(joined(result.skips)));
    QStringList broken;
    for (const auto &verdict : result.verdicts) {
        if (verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived)
            broken << propertyText(verdict.property) + u' ' + wordText(wordOf(verdict.outcome))
                          + (verdict.pitfall.empty() ? QString() : u" ("_s + shownText(verdict.pitfall) + u')');
    }
    if (broken.isEmpty())
        return line(matchText(result));
    return line(padded(matchText(result), matchColumns) + fitted(broken.join(u", "_s), style.width, nameColumns + matchColumns));
}

QString scenariosText(const std::vector<Scenario> &scenarios, const TextStyle &style)
{
    const int columns = nameColumnsOf(scenarios);
    QString text;
    for (const auto &scenario : scenarios)
        text += padded(shownText(scenario.name), columns) + fitted(shownText(scenario.title), style.width, columns) + u'\n';
    return text;
}

QByteArray verdictsJson(const LabResult &result)
{
    QJsonArray verdicts;
    for (const auto &verdict : result.verdicts) {
        QJsonArray events;
        for (const auto number : verdict.events)
            events.append(static_cast<qint64>(number));
        const auto text = [](std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); };
        verdicts.append(QJsonObject{{u"property"_s, text(wordOf(verdict.property))},
                                    {u"verdict"_s, text(wordOf(verdict.outcome))},
                                    {u"importance"_s, text(wordOf(verdict.importance))},
                                    {u"cause"_s, text(wordOf(verdict.cause))},
                                    {u"sentence"_s, shownText(verdict.sentence)},
                                    {u"pitfall"_s, shownText(verdict.pitfall)},
                                    {u"note"_s, shownText(verdict.note)},
                                    {u"proof"_s, events}});
    }
    const QJsonObject all{{u"scenario"_s, shownText(result.scenario.name)},
                          {u"seed"_s, static_cast<qint64>(result.seed)},
                          {u"library"_s, shownText(result.library)},
                          {u"server"_s, shownText(result.server)},
                          {u"verdicts"_s, verdicts}};
    return QJsonDocument(all).toJson();
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "app/lab/lab_output.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_suite.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/report/decisive_words.h"
#include "ui/report/figure_words.h"
#include "ui/report/time_axis.h"
#include "ui/report/verdict_words.h"
#include "ui/runs/suite_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <span>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString proofText(const Verdict &verdict)
{
    QStringList numbers;
    for (const auto number : verdict.events)
        numbers << QString::number(number);
    return Words::tr("proof: entries %1").arg(numbers.join(u' '));
}

bool isWorthALine(const Verdict &verdict, const Scenario *named)
{
    const bool isNamed = named && named->expected.contains(verdict.property);
    return isNamed || (verdict.outcome != Outcome::NotExercised && verdict.outcome != Outcome::Skipped);
}

QString momentColour(const DecisiveMoment &moment)
{
    switch (moment.kind) {
    case Decisive::Protection: return u"32"_s;
    case Decisive::Cause: return {};
    case Decisive::Finding: break;
    }
    return moment.outcome == Outcome::Violated ? u"1;31"_s : u"33"_s;
}

// `✗ #163   412.14 ms  B's lock is removed by A's DEL`: the story of the run, as the window lists it.
QString momentsText(const std::vector<MomentInWords> &moments, const TextStyle &style)
{
    constexpr std::size_t most = 12;
    constexpr int numberColumns = 8, timeColumns = 12, indent = 6 + numberColumns + timeColumns;
    QString text;
    const auto left = moments.size() - std::min(moments.size(), most);
    if (!moments.empty())
        text +=
            u"  "_s + (left == 0 ? Words::tr("decisive moments") : Words::tr("decisive moments, without the first %1").arg(left)) + u'\n';
    for (const auto &[moment, since, sentence] : std::span(moments).subspan(left)) {
        const auto sign = decisiveText(moment).left(1);
        text +=
            u"    "_s + coloured(sign + u' ' + padded(u'#' + QString::number(moment.number), numberColumns), momentColour(moment), style)
            + exactTime(since).rightJustified(timeColumns - 2) + u"  "_s + fitted(shownText(sentence, 200), style.width, indent) + u'\n';
    }
    return text;
}

} // namespace

QString toneColour(VerdictTone tone)
{
    switch (tone) {
    case VerdictTone::Bad: return u"1;31"_s;
    case VerdictTone::Warns:
    case VerdictTone::Open: return u"33"_s;
    case VerdictTone::Good: return u"32"_s;
    case VerdictTone::Silent: return u"2"_s;
    }
    return {};
}

int exitCodeOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Transport: return exitNoServer;
    case ErrorKind::Refused: return exitUsage;
    case ErrorKind::Protocol: return exitViolated; // a worker broke the rules of the worker protocol
    default: return exitNotComplete;
    }
}

int exitCodeOf(const LabResult &result)
{
    if (result.error)
        return exitCodeOf(*result.error);
    if (isSkipped(result))
        return exitYes;
    switch (matchOf(result)) {
    case Match::AsExpected: return exitYes;
    case Match::Open: return exitNotComplete;
    case Match::Contradicted: return exitViolated;
    }
    return exitViolated;
}

int gravestExitCode(const std::vector<LabResult> &results)
{
    int code = exitYes;
    for (const auto &result : results) {
        const int one = exitCodeOf(result);
        if (one == exitNoServer) // nothing could be judged
            return one;
        if (one == exitViolated || code == exitYes || (one == exitUsage && code == exitNotComplete))
            code = one;
    }
    return code;
}

QString verdictsText(const std::vector<Verdict> &verdicts, const Scenario *named, Expects expects, const TextStyle &style)
{
    constexpr int nameColumns = 18;
    constexpr int outcomeColumns = 16;
    QString text;
    for (const auto &verdict : verdicts) {
        if (!isWorthALine(verdict, named))
            continue;
        const int indent = 2 + nameColumns + outcomeColumns;
        const QString line = u'\n' + QString(indent, u' ');
        text += u"  "_s + padded(propertyText(verdict.property), nameColumns)
                + coloured(padded(outcomeText(verdict), outcomeColumns), toneColour(verdictTone(verdict)), style)
                + fitted(sentenceText(verdict), style.width, indent);
        if (!verdict.note.empty())
            text += line + fitted(shownText(verdict.note), style.width, indent);
        if (!verdict.events.empty())
            text += line + fitted(proofText(verdict), style.width, indent);
        const bool compares = named && expects == Expects::Yes;
        if (!compares && verdict.outcome == Outcome::Violated && verdict.importance == Importance::Informative)
            text += line + fitted(Words::tr("for your information: the library does not promise to prevent it"), style.width, indent);
        if (const auto unexpected = compares ? expectationText(*named, verdict) : QString(); !unexpected.isEmpty())
            text += line + coloured(unexpected, u"1"_s, style);
        text += u'\n';
    }
    return text;
}

QString resultText(const LabResult &result, const TextStyle &style)
{
    auto text = coloured(shownText(result.scenario.name), u"1"_s, style) + u": "_s + shownText(result.scenario.title) + u'\n';
    if (result.error)
        text += u"  "_s + fitted(asSentence(result.error->text), style.width, 2) + u'\n';
    if (result.error && result.verdicts.empty()) // with verdicts, the run was judged but could not be stored
        return text;
    if (isSkipped(result) && result.verdicts.empty()) // nothing was played
        return text + u"  "_s + fitted(skipText(result), style.width, 2) + u'\n';
    text += u"  "_s
            + Words::tr("%1 on %2, seed %3, %4 entries")
                  .arg(shownText(result.library), shownText(result.server), QString::number(result.seed), QString::number(result.entries))
            + u'\n';
    text += verdictsText(result.verdicts, &result.scenario, result.expects ? Expects::Yes : Expects::No, style);
    text += momentsText(result.moments, style);
    for (const auto &remark : remarkTexts(result))
        text += u"  "_s + fitted(remark, style.width, 2) + u'\n';
    if (!result.premises.complete)
        text += u"  "_s + fitted(unmetText(result), style.width, 2) + u'\n';
    if (result.premises.worstStall > Milliseconds(20)) {
        const auto stall = std::chrono::round<Milliseconds>(result.premises.worstStall);
        text += u"  "_s + Words::tr("the machine stalled for up to %1 ms").arg(stall.count()) + u'\n';
    }
    if (!result.disagreement.empty())
        text += u"  "_s + fitted(shownText(result.disagreement), style.width, 2) + u'\n';
    if (const auto latencies = latenciesText(result.figures); !latencies.isEmpty())
        text += u"  "_s + latencies + u'\n';
    if (result.figures.handOvers > 1)
        text += u"  "_s + handOverText(result.figures) + u'\n';
    text += u"  "_s
            + (result.error        ? Words::tr("judged, but not kept")
               : isSkipped(result) ? fitted(skipText(result), style.width, 2)
                                   : matchText(result));
    if (!result.folder.isEmpty())
        text += u"; "_s + result.folder;
    return text + u'\n';
}

QString scenariosText(const std::vector<Scenario> &scenarios, std::optional<Store> store, const TextStyle &style)
{
    constexpr int indent = 2;
    const int columns = nameColumnsOf(scenarios);
    QString text;
    const std::string *chapter = nullptr;
    for (const auto &scenario : scenarios) {
        if (!chapter || *chapter != scenario.chapter)
            text += (chapter ? u"\n"_s : QString()) + coloured(shownText(scenario.chapter), u"1"_s, style) + u'\n';
        chapter = &scenario.chapter;
        const auto lack = store ? lackOfStore(fittedTo(*store, scenario).scenario) : std::nullopt;
        const auto words =
            lack ? Words::tr("not playable on %1: %2").arg(shownText(nameOf(*store)), shownText(*lack)) : shownText(scenario.title);
        const auto shown = fitted(words, style.width, indent + columns);
        text += QString(indent, u' ') + padded(shownText(scenario.name), columns) + (lack ? coloured(shown, u"2"_s, style) : shown) + u'\n';
    }
    return text;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/report/lab_result.h"

#include "lockcore/judge/judge.h"
#include "lockcore/judge/second_judge.h"
#include "lockcore/lab/context/applicability.h"
#include "lockcore/report/entry_sentence.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// Without a record of the server, these properties are not expected.
void forgetWhatNeedsARecord(LabResult &result, const History &history)
{
    if (history.header.record)
        return;
    for (const auto property : {Property::Ownership, Property::LeaseOutlived, Property::Progress, Property::Watchdog})
        result.scenario.expected.erase(property);
}

void noteFigures(LabResult &result, const HistoryIndex &history)
{
    result.figures = figuresOf(history);
    result.remarks = remarksOn(history);
}

// The entry of a command does not say what came of it.
std::string sentenceFor(const History &history, const DecisiveMoment &moment)
{
    auto sentence = sentenceOf(history, moment.number);
    if (moment.kind == Decisive::Finding || !history.as<entry::Turn>(moment.number))
        return sentence;
    return moment.kind == Decisive::Cause ? moment.text : sentence + ": " + moment.text;
}

// After the verdicts.
void noteMoments(LabResult &result, const HistoryIndex &index, const History &history)
{
    constexpr std::size_t most = 100;
    auto moments = decisiveMoments(index, result.verdicts);
    moments.erase(moments.begin(), moments.end() - static_cast<std::ptrdiff_t>(std::min(most, moments.size())));
    for (auto &moment : moments) {
        const auto since = moment.at - (index.begin == 0 ? Microseconds(0) : index.at(index.begin));
        auto sentence = sentenceFor(history, moment);
        result.moments.push_back({std::move(moment), since, std::move(sentence)});
    }
}

// What was proved counts all the same, and so does a mistake.
void noteApplicability(LabResult &result, const HistoryIndex &history)
{
    result.notApplicable.clear();
    if (result.expects || result.byHand || result.scenario.name.empty() || matchOf(result) != Match::Open)
        return;
    result.notApplicable = whyNotApplicable(result.scenario, history, result.unmet).value_or(std::string());
}

// Only for the user's own workers: for ours, the scenario knows what to expect.
Match worstRemark(const LabResult &result)
{
    auto worst = Match::AsExpected;
    for (const auto &remark : result.remarks) {
        if (remark.weight == RunRemark::Weight::Mistake)
            worst = Match::Contradicted;
        else if (remark.weight == RunRemark::Weight::Spoils)
            worst = std::max(worst, Match::Open);
    }
    return result.expects ? Match::AsExpected : worst;
}

Match verdictsMatch(const LabResult &result)
{
    if (result.expects)
        return lockcore::matchOf(result.scenario, result.verdicts, result.premises);
    if (result.scenario.name.empty() || result.byHand)
        return promisesKept(result.verdicts);
    if (informs(result)) // a violation that would happen to every lock is not a fault of a library
        return result.premises.complete ? Match::AsExpected : Match::Open;
    return promisesKept(result.scenario, result.verdicts, result.premises);
}

} // namespace

void notePlayed(LabResult &result, const LabRun::Played &played)
{
    result.skips = played.skips;
    result.premises = played.premises;
    result.unmet = played.unmet;
    result.library = played.library;
    result.server = played.server;
}

void noteJudged(LabResult &result, const History &history)
{
    forgetWhatNeedsARecord(result, history);
    const HistoryIndex index(history);
    result.verdicts = judge(index);
    result.disagreement = disagreement(result.verdicts, secondJudge(history));
    noteFigures(result, index);
    noteMoments(result, index, history);
    noteApplicability(result, index);
    result.entries = history.entries.size();
    result.seed = history.header.seed;
}

void noteRun(LabResult &result, const PlayedRun &run)
{
    if (!run.played) {
        result.error = run.played.error();
        return;
    }
    notePlayed(result, *run.played);
    forgetWhatNeedsARecord(result, run.played->history);
    const HistoryIndex index(run.played->history);
    noteFigures(result, index);
    result.entries = run.played->history.entries.size();
    result.verdicts = run.verdicts;
    noteMoments(result, index, run.played->history);
    result.disagreement = run.disagreement;
    if (result.skips.empty())
        noteApplicability(result, index);
}

bool informs(const LabResult &result) { return !result.expects && result.scenario.importance == Importance::Informative; }

bool isSkipped(const LabResult &result) { return !result.skips.empty() || !result.notApplicable.empty(); }

QStringList openTexts(const LabResult &result)
{
    QStringList texts;
    const auto matches = matchesOf(result);
    for (std::size_t i = 0; i < result.verdicts.size(); ++i) {
        const auto &verdict = result.verdicts[i];
        if (matches[i] == Match::Open)
            texts << propertyText(verdict.property) + u' ' + wordText(wordOf(verdict.outcome)) + u": "_s + shownText(verdict.sentence);
    }
    return texts;
}

QString skipText(const LabResult &result)
{
    if (!result.notApplicable.empty())
        return Words::tr("skipped: %1").arg(shownText(result.notApplicable));
    QStringList missing;
    for (const auto &capability : result.skips)
        missing << shownText(capability);
    return Words::tr("skipped: the library has no %1").arg(missing.join(u", "_s));
}

QString unmetText(const LabResult &result)
{
    QStringList missing;
    for (const auto &condition : result.unmet)
        missing << shownText(toString(condition));
    return missing.isEmpty() ? Words::tr("the run was cut off by its limit") : Words::tr("did not happen: %1").arg(missing.join(u", "_s));
}

const RunRemark *mistakeIn(const LabResult &result)
{
    const auto found = std::ranges::find(result.remarks, RunRemark::Weight::Mistake, &RunRemark::weight);
    return found == result.remarks.end() ? nullptr : &*found;
}

QStringList remarkTexts(const LabResult &result)
{
    QStringList texts;
    for (const auto &remark : result.remarks)
        texts << asSentence(remark.sentence);
    return texts;
}

QString matchText(const LabResult &result)
{
    if (isSkipped(result))
        return Words::tr("skipped");
    switch (matchOf(result)) {
    case Match::AsExpected:
        return result.expects                      ? Words::tr("as expected")
               : informs(result) && !result.byHand ? Words::tr("informative")
                                                   : Words::tr("passed");
    case Match::Open: return Words::tr("inconclusive");
    case Match::Contradicted: return result.expects ? Words::tr("NOT as expected") : Words::tr("violated");
    }
    return {};
}

Match matchOf(const LabResult &result)
{
    if (result.error || !result.disagreement.empty())
        return Match::Contradicted;
    return isSkipped(result) ? Match::AsExpected : std::max(verdictsMatch(result), worstRemark(result));
}

std::vector<Match> matchesOf(const LabResult &result)
{
    if (result.expects)
        return lockcore::matchesOf(result.scenario, result.verdicts, result.premises);
    std::vector<Match> matches;
    for (const auto &verdict : result.verdicts)
        matches.push_back(informs(result) || isSkipped(result) ? Match::AsExpected : promisesKept(result.scenario, {verdict}));
    return matches;
}

QString conclusionOf(const LabResult &result) { return result.error ? Words::tr("could not be played to its end") : matchText(result); }

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/challenges/challenge_words.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::AnswerVerdict;
using lockcore::Challenge;
using lockcore::ChallengeKind;

namespace {

QString openText(const LabResult &result)
{
    if (result.error)
        return asSentence(result.error->text);
    if (isSkipped(result))
        return asSentence(skipText(result).toStdString());
    if (!result.premises.complete)
        return Words::tr("The run was cut off before its story took place.");
    return Words::tr("The machine was late, or the judge could not decide.");
}

} // namespace

AnswerVerdict answerVerdict(const Challenge &challenge, std::size_t answer, const LabResult &result)
{
    if (result.error || isSkipped(result))
        return AnswerVerdict::Open;
    return lockcore::answerVerdict(challenge, answer, result.verdicts, result.premises);
}

bool isWorthAnother(const Challenge &challenge, std::size_t answer, const LabResult &result)
{
    return !result.error && !isSkipped(result) && answerVerdict(challenge, answer, result) == AnswerVerdict::Open;
}

QString kindText(ChallengeKind kind)
{
    switch (kind) {
    case ChallengeKind::Guess: return Words::tr("guess");
    case ChallengeKind::BreakIt: return Words::tr("break it");
    case ChallengeKind::MendIt: return Words::tr("mend it");
    }
    return {};
}

QString stateText(const Challenge &challenge, const ChallengeState &state)
{
    if (state.tries == 0)
        return {};
    if (!state.solved)
        return state.tries == 1 ? Words::tr("tried once") : Words::tr("tried %1 times").arg(state.tries);
    return (state.tries == 1 ? Words::tr("solved in 1 try, par %2") : Words::tr("solved in %1 tries, par %2").arg(state.tries))
        .arg(challenge.par);
}

QString progressText(int solved, int all) { return Words::tr("%1 of %2 solved").arg(solved).arg(all); }

QString answerText(AnswerVerdict verdict)
{
    switch (verdict) {
    case AnswerVerdict::Right: return Words::tr("✓ Right");
    case AnswerVerdict::Wrong: return Words::tr("✗ Wrong");
    case AnswerVerdict::Open: return Words::tr("? Not decided");
    }
    return {};
}

QString whyText(const Challenge &challenge, std::size_t answer, const LabResult &result)
{
    const auto verdict = answerVerdict(challenge, answer, result);
    if (verdict == AnswerVerdict::Open)
        return openText(result) + u' ' + Words::tr("This is no try: choose it once more.");
    const auto &given = challenge.answers[answer];
    if ((verdict == AnswerVerdict::Right) != given.right)
        return Words::tr("This run went another way than the challenge expects; the judge decides.");
    return shownText(given.why);
}

QString judgeText(const Challenge &challenge, const LabResult &result)
{
    const auto found = std::ranges::find(result.verdicts, challenge.property, &lockcore::Verdict::property);
    if (found == result.verdicts.end())
        return {};
    const auto code = found->pitfall.empty() ? QString() : u" ("_s + shownText(found->pitfall) + u')';
    const auto sentence = found->sentence.empty() ? QString() : u' ' + capitalised(shownText(found->sentence)) + code + u'.';
    return Words::tr("The judge on “%1”: %2.").arg(propertyText(found->property), outcomeText(*found).section(u' ', 1)) + sentence;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/challenges/challenge_words.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::AnswerVerdict;
using lockcore::Challenge;
using lockcore::ChallengeKind;

namespace {

struct ChallengeWords
{
    Q_DECLARE_TR_FUNCTIONS(ChallengeWords)
};

QString openText(const LabResult &result)
{
    if (result.error)
        return asSentence(result.error->text);
    if (isSkipped(result))
        return asSentence(skipText(result).toStdString());
    if (!result.premises.complete)
        return ChallengeWords::tr("The run was cut off before its story took place.");
    return ChallengeWords::tr("The machine was late, or the judge could not decide.");
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
    case ChallengeKind::Guess: return ChallengeWords::tr("guess");
    case ChallengeKind::BreakIt: return ChallengeWords::tr("break it");
    case ChallengeKind::MendIt: return ChallengeWords::tr("mend it");
    }
    return {};
}

QString stateText(const Challenge &challenge, const ChallengeState &state)
{
    if (state.tries == 0)
        return {};
    if (!state.solved)
        return state.tries == 1 ? ChallengeWords::tr("tried once") : ChallengeWords::tr("tried %1 times").arg(state.tries);
    return (state.tries == 1 ? ChallengeWords::tr("solved in 1 try, par %2")
                             : ChallengeWords::tr("solved in %1 tries, par %2").arg(state.tries))
        .arg(challenge.par);
}

QString progressText(int solved, int all) { return ChallengeWords::tr("%1 of %2 solved").arg(solved).arg(all); }

QString answerText(AnswerVerdict verdict)
{
    switch (verdict) {
    case AnswerVerdict::Right: return ChallengeWords::tr("✓ Right");
    case AnswerVerdict::Wrong: return ChallengeWords::tr("✗ Wrong");
    case AnswerVerdict::Open: return ChallengeWords::tr("? Not decided");
    }
    return {};
}

QString whyText(const Challenge &challenge, std::size_t answer, const LabResult &result)
{
    const auto verdict = answerVerdict(challenge, answer, result);
    if (verdict == AnswerVerdict::Open)
        return openText(result) + u' ' + ChallengeWords::tr("This is no try: choose it once more.");
    const auto &given = challenge.answers[answer];
    if ((verdict == AnswerVerdict::Right) != given.right)
        return ChallengeWords::tr("This run went another way than the challenge expects; the judge decides.");
    return shownText(given.why);
}

QString judgeText(const Challenge &challenge, const LabResult &result)
{
    const auto found = std::ranges::find(result.verdicts, challenge.property, &lockcore::Verdict::property);
    if (found == result.verdicts.end())
        return {};
    const auto sentence = sentenceText(*found);
    return ChallengeWords::tr("The judge: %1 %2").arg(propertyText(found->property), outcomeText(*found).section(u' ', 1))
           + (sentence.isEmpty() ? u"."_s : u": "_s + sentence);
}

} // namespace lockscope

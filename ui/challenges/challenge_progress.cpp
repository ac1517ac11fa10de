// SPDX-License-Identifier: MIT
#include "ui/challenges/challenge_progress.h"

#include <QSettings>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::AnswerVerdict;
using lockcore::Challenge;

namespace {

const QString challengesGroup = u"challenges"_s;
constexpr int mostTries = 1'000'000; // the file is the person's

QString keyOf(const Challenge &challenge, const QString &what)
{
    return challengesGroup + u'/' + QString::fromStdString(challenge.name) + u'/' + what;
}

} // namespace

ChallengeProgress::ChallengeProgress(QSettings *settings)
    : m_settings(settings)
{ }

ChallengeState ChallengeProgress::of(const Challenge &challenge) const
{
    ChallengeState state{std::clamp(m_settings->value(keyOf(challenge, u"tries"_s)).toInt(), 0, mostTries),
                         m_settings->value(keyOf(challenge, u"solved"_s)).toBool()};
    bool isNumber = false;
    const auto right = m_settings->value(keyOf(challenge, u"answer"_s)).toUInt(&isNumber);
    if (state.solved && isNumber && right >= 1 && right <= challenge.answers.size() && challenge.answers[right - 1].right)
        state.right = right - 1; // the answers may be others than those of an earlier Lockscope
    return state;
}

void ChallengeProgress::note(const Challenge &challenge, std::size_t answer, AnswerVerdict verdict)
{
    const auto state = of(challenge);
    if (verdict == AnswerVerdict::Right && !state.right)
        m_settings->setValue(keyOf(challenge, u"answer"_s), static_cast<uint>(answer) + 1);
    if (state.solved || verdict == AnswerVerdict::Open)
        return m_settings->sync();
    m_settings->setValue(keyOf(challenge, u"tries"_s), state.tries + 1);
    m_settings->setValue(keyOf(challenge, u"solved"_s), verdict == AnswerVerdict::Right);
    m_settings->sync();
}

void ChallengeProgress::forget()
{
    m_settings->remove(challengesGroup);
    m_settings->sync();
}

} // namespace lockscope

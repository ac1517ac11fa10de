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
    return {std::clamp(m_settings->value(keyOf(challenge, u"tries"_s)).toInt(), 0, mostTries),
            m_settings->value(keyOf(challenge, u"solved"_s)).toBool()};
}

void ChallengeProgress::note(const Challenge &challenge, AnswerVerdict verdict)
{
    const auto state = of(challenge);
    if (state.solved || verdict == AnswerVerdict::Open)
        return;
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

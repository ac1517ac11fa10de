// SPDX-License-Identifier: MIT
#include "ui/lab/challenge/challenge_view.h"

#include "ui/lab/question/answer_buttons.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::AnswerVerdict;
using lockcore::Challenge;

namespace {

QFont questionTitleFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    return font;
}

ShadedLabel::Shade shadeOf(AnswerVerdict verdict)
{
    switch (verdict) {
    case AnswerVerdict::Right: return ShadedLabel::Shade::Good;
    case AnswerVerdict::Wrong: return ShadedLabel::Shade::Danger;
    case AnswerVerdict::Open: break;
    }
    return ShadedLabel::Shade::Warning;
}

} // namespace

ChallengeView::ChallengeView(QWidget *parent)
    : QWidget(parent)
    , m_caption(makeCaption({}, this))
    , m_title(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_question(new WrappedText(this))
    , m_buttons(new AnswerButtons(static_cast<int>(Challenge::mostAnswers), AnswerButtons::Arrangement::Column, u"challenge"_s, this))
    , m_verdict(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_why(new WrappedText(this))
    , m_judge(new WrappedText(this))
    , m_picture(makeButton(tr("Show the run"), this))
    , m_next(makeButton(tr("Next"), this))
{
    m_caption->setObjectName(u"challengeCaption"_s);
    m_title->setObjectName(u"challengeTitle"_s);
    m_title->setFont(questionTitleFont(font()));
    m_title->setTextFormat(Qt::PlainText);
    m_question->setObjectName(u"challengeQuestion"_s);
    m_question->setAccessibleName(tr("Question"));
    m_verdict->setObjectName(u"challengeVerdict"_s);
    m_verdict->setFont(questionTitleFont(font()));
    m_why->setObjectName(u"challengeWhy"_s);
    m_why->setAccessibleName(tr("Why"));
    m_judge->setObjectName(u"challengeJudge"_s);
    m_judge->setAccessibleName(tr("What the judge says"));
    m_picture->setObjectName(u"challengePicture"_s);
    m_next->setObjectName(u"challengeNext"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    for (auto *widget : std::initializer_list<QWidget *>{m_caption, m_title, m_question, m_buttons})
        layout->addWidget(widget);
    layout->addSpacing(grid::spacing);
    for (auto *widget : std::initializer_list<QWidget *>{m_verdict, m_why, m_judge})
        layout->addWidget(widget);
    layout->addStretch(1);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(grid::spacing);
    foot->addStretch(1);
    for (auto *button : {m_picture, m_next}) {
        button->setAutoDefault(false);
        foot->addWidget(button);
    }
    layout->addLayout(foot);
    connect(m_buttons, &AnswerButtons::chosen, this, [this](int answer) {
        m_chosen = answer;
        emit chosen(answer);
    });
    connect(m_picture, &QAbstractButton::clicked, this, &ChallengeView::pictureWanted);
    connect(m_next, &QAbstractButton::clicked, this, &ChallengeView::nextWanted);
}

void ChallengeView::show(const Challenge &challenge, int number, int of, const ChallengeState &state)
{
    m_challenge = challenge;
    m_number = number;
    m_of = of;
    m_chosen = -1;
    m_wrong.clear();
    m_title->setText(shownText(challenge.title));
    m_question->showText(shownText(challenge.question), font(), ShadedLabel::Shade::Text);
    QStringList answers;
    for (const auto &answer : challenge.answers)
        answers << shownText(answer.text);
    m_buttons->ask(answers);
    for (auto *widget : std::initializer_list<QWidget *>{m_verdict, m_why, m_judge})
        widget->hide();
    m_picture->setEnabled(false);
    if (state.right)
        showSolution(*state.right);
    showState(state);
    enableAnswers();
}

// It was solved before: the run is gone, and what was learned is not.
void ChallengeView::showSolution(std::size_t answer)
{
    m_buttons->mark(static_cast<int>(answer), true);
    m_verdict->setShade(shadeOf(AnswerVerdict::Right));
    m_verdict->setText(answerText(AnswerVerdict::Right));
    m_verdict->show();
    m_why->showText(shownText(m_challenge.answers[answer].why), font(), ShadedLabel::Shade::Text);
    m_why->show();
}

void ChallengeView::showState(const ChallengeState &state)
{
    const auto told = stateText(m_challenge, state);
    m_caption->setText(tr("%1 of %2 · %3 · %4")
                           .arg(m_number)
                           .arg(m_of)
                           .arg(kindText(m_challenge.kind), told.isEmpty() ? tr("par %1").arg(m_challenge.par) : told));
    setButtonText(m_next, m_number == m_of ? tr("To the first") : tr("Next"));
}

void ChallengeView::enableAnswers()
{
    for (int i = 0; i < m_buttons->count(); ++i)
        m_buttons->setLit(i, !m_playing && !m_blocked && !m_wrong.contains(i));
}

void ChallengeView::focusFirst()
{
    if (!m_buttons->focusFirst())
        m_next->setFocus();
}

void ChallengeView::setPlaying(bool playing)
{
    m_playing = playing;
    enableAnswers();
    if (!playing)
        return;
    m_verdict->setShade(ShadedLabel::Shade::Secondary);
    m_verdict->setText(tr("It is played with real processes, and judged…"));
    m_verdict->show();
    m_why->hide();
    m_judge->hide();
    m_picture->setEnabled(false);
}

void ChallengeView::setBlocked(const QString &why)
{
    m_blocked = !why.isEmpty();
    enableAnswers();
    if (m_playing || m_why->isVisibleTo(this))
        return;
    m_verdict->setShade(ShadedLabel::Shade::Secondary);
    m_verdict->setText(why);
    m_verdict->setVisible(m_blocked);
}

void ChallengeView::showResult(const LabResult &result, const ChallengeState &state)
{
    const auto answer = static_cast<std::size_t>(m_chosen);
    const auto verdict = answerVerdict(m_challenge, answer, result);
    if (verdict == AnswerVerdict::Wrong)
        m_wrong.insert(m_chosen);
    if (verdict != AnswerVerdict::Open)
        m_buttons->mark(m_chosen, verdict == AnswerVerdict::Right);
    setPlaying(false);
    m_verdict->setShade(shadeOf(verdict));
    m_verdict->setText(answerText(verdict));
    m_why->showText(whyText(m_challenge, answer, result), font(), ShadedLabel::Shade::Text);
    m_why->show();
    const auto judge = judgeText(m_challenge, result);
    m_judge->showText(judge, font(), ShadedLabel::Shade::Secondary);
    m_judge->setVisible(!judge.isEmpty());
    m_picture->setEnabled(true);
    showState(state);
    if (verdict == AnswerVerdict::Right)
        m_next->setFocus();
    else
        focusFirst();
}

} // namespace lockscope

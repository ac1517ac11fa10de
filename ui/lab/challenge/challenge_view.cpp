// SPDX-License-Identifier: MIT
#include "ui/lab/challenge/challenge_view.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::AnswerVerdict;
using lockcore::Challenge;

namespace {

constexpr auto mostButtons = static_cast<int>(Challenge::mostAnswers);

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
    , m_lines(new QVBoxLayout)
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
    for (auto *widget : std::initializer_list<QWidget *>{m_caption, m_title, m_question})
        layout->addWidget(widget);
    m_lines->setSpacing(grid::unit);
    for (int i = 0; i < mostButtons; ++i) {
        auto *button = makeButton({}, this);
        button->setObjectName(u"challengeAnswer%1"_s.arg(i + 1));
        button->setAutoDefault(false);
        connect(button, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        m_lines->addWidget(button, 0, Qt::AlignLeft);
        m_buttons << button;
    }
    layout->addLayout(m_lines);
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
    for (int i = 0; i < mostButtons; ++i) {
        const bool isThere = i < std::ssize(challenge.answers);
        m_buttons[i]->setVisible(isThere);
        if (isThere)
            setButtonText(m_buttons[i],
                          u"%1   "_s.arg(i + 1) + withoutMnemonic(shownText(challenge.answers[static_cast<std::size_t>(i)].text)));
    }
    for (auto *widget : std::initializer_list<QWidget *>{m_verdict, m_why, m_judge})
        widget->hide();
    m_picture->setEnabled(false);
    showState(state);
    enableAnswers();
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
    for (int i = 0; i < mostButtons; ++i)
        m_buttons[i]->setEnabled(!m_playing && !m_blocked && !m_wrong.contains(i));
}

void ChallengeView::focusFirst()
{
    const auto first = std::ranges::find_if(m_buttons, &QWidget::isEnabled);
    (first != m_buttons.end() ? *first : m_next)->setFocus();
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

void ChallengeView::choose(int answer)
{
    if (answer >= std::ssize(m_challenge.answers) || !m_buttons[answer]->isEnabled())
        return;
    m_chosen = answer;
    emit chosen(answer);
}

void ChallengeView::showResult(const LabResult &result, const ChallengeState &state)
{
    const auto answer = static_cast<std::size_t>(m_chosen);
    const auto verdict = answerVerdict(m_challenge, answer, result);
    auto *button = m_buttons[m_chosen];
    if (verdict == AnswerVerdict::Wrong)
        m_wrong.insert(m_chosen);
    if (verdict != AnswerVerdict::Open)
        setButtonText(button, (verdict == AnswerVerdict::Right ? u"✓  "_s : u"✗  "_s)
                                  + withoutMnemonic(shownText(m_challenge.answers[answer].text)));
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

bool ChallengeView::takeKey(const QKeyEvent *event)
{
    const int digit = event->key() - Qt::Key_1;
    const auto modifiers =
        event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier | Qt::GroupSwitchModifier); // digits may need Shift
    if (modifiers != Qt::NoModifier || digit < 0 || digit >= mostButtons)
        return false;
    choose(digit);
    return true;
}

} // namespace lockscope

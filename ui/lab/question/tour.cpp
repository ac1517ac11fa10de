// SPDX-License-Identifier: MIT
#include "ui/lab/question/tour.h"

#include "ui/lab/question/answer_list.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QSettings>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {
const QString offeredKey = u"lab/tourOffered"_s;
}

TourPanel::TourPanel(QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_caption(makeCaption({}, this))
    , m_text(new WrappedText(this))
    , m_answers(new AnswerList(AnswerList::Reveals::Later, u"tour"_s, this))
    , m_main(makeButton({}, this))
    , m_end(new LinkButton(tr("End the tour"), this))
{
    setAccessibleName(tr("Tour"));
    m_text->setObjectName(u"tourText"_s);
    m_text->setAccessibleName(tr("Tour: what comes, or what is asked"));
    m_main->setObjectName(u"tourMain"_s);
    m_end->setObjectName(u"tourEnd"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    layout->setSpacing(grid::spacing);
    auto *head = new QHBoxLayout; // in one line, because the lanes below need the space
    head->setSpacing(grid::group);
    head->addWidget(m_caption);
    head->addStretch(1);
    head->addWidget(m_main);
    head->addWidget(m_end);
    layout->addLayout(head);
    layout->addWidget(m_text);
    layout->addWidget(m_answers);
    connect(m_answers, &AnswerList::answered, this, &TourPanel::play);
    connect(m_main, &QAbstractButton::clicked, this, &TourPanel::advance);
    connect(m_end, &QAbstractButton::clicked, this, &TourPanel::end);
    show(Stage::Away);
}

void TourPanel::offerOnce()
{
    if (m_stage != Stage::Away || m_settings->value(offeredKey).toBool())
        return;
    m_settings->setValue(offeredKey, true);
    show(Stage::Offer);
}

void TourPanel::begin()
{
    m_settings->setValue(offeredKey, true);
    m_isTour = true;
    m_steps = tourSteps();
    showStep(0);
}

void TourPanel::ask(const TourStep &step)
{
    if (m_isTour && m_stage > Stage::Offer)
        return;
    m_isTour = false;
    m_steps = {step};
    m_step = 0;
    show(Stage::Question);
}

void TourPanel::end()
{
    if (m_stage == Stage::Away)
        return;
    m_isTour = true;
    show(Stage::Away);
    emit ended();
}

void TourPanel::dropQuestion()
{
    if (!m_isTour)
        end();
}

void TourPanel::noteOwnRun()
{
    if (m_stage == Stage::Offer)
        end();
    else if (m_stage == Stage::Question)
        show(Stage::Playing);
}

void TourPanel::notePlayed(const QList<Answer> &answers)
{
    if (m_stage != Stage::Playing)
        return;
    m_answers->reveal(answers.isEmpty() ? m_steps[m_step].answers : answers);
    show(Stage::Answered);
}

void TourPanel::showStep(int step)
{
    m_step = step;
    show(Stage::Question);
    emit wantsScenario(m_steps[step].scenario);
}

void TourPanel::play()
{
    show(Stage::Playing);
    emit wantsPlay();
}

void TourPanel::advance()
{
    switch (m_stage) {
    case Stage::Away: return;
    case Stage::Offer: return begin();
    case Stage::Question: return play();
    case Stage::Playing: emit endOfStoryWanted(); return;
    case Stage::Answered: return !m_isTour ? end() : m_step + 1 < m_steps.size() ? showStep(m_step + 1) : show(Stage::Done);
    case Stage::Done: return end();
    }
}

QString TourPanel::scenario() const { return coversStory() || m_stage == Stage::Answered ? m_steps[m_step].scenario : QString(); }

QString TourPanel::captionText() const
{
    if (!m_isTour)
        return m_stage == Stage::Question ? tr("Guess first") : m_stage == Stage::Answered ? tr("The answer") : tr("Watch what happens");
    return m_stage == Stage::Offer || m_stage == Stage::Done ? tr("Tour") : tr("Tour · %1 of %2").arg(m_step + 1).arg(m_steps.size());
}

QString TourPanel::mainText() const
{
    switch (m_stage) {
    case Stage::Offer: return tr("Take the tour");
    case Stage::Question: return tr("Play it without a guess");
    case Stage::Playing: return tr("I have seen enough");
    case Stage::Answered: return m_isTour && m_step + 1 < m_steps.size() ? tr("Next") : m_isTour ? tr("One last word") : tr("Close");
    case Stage::Done: return tr("Close");
    case Stage::Away: break;
    }
    return {};
}

QString TourPanel::text() const
{
    switch (m_stage) {
    case Stage::Offer:
        return tr(
            "Five short stories show how a lock breaks, and what helps: a mistaken deletion, a token, a watchdog, a long pause, a fencing "
            "token. You guess "
            "first, and then see it played on a Redis of Lockscope's own; nothing of yours is touched.");
    case Stage::Done:
        return tr(
            "A token keeps others' locks safe, a watchdog keeps one's own alive while the process lives, and for the pause that outlasts "
            "everything there is the fencing token: the resource itself refuses who comes too late.");
    case Stage::Question:
    case Stage::Playing:
    case Stage::Answered: break;
    case Stage::Away: return {};
    }
    const auto &step = m_steps[m_step];
    return m_stage == Stage::Question ? step.before + u' ' + step.question : step.question;
}

void TourPanel::show(Stage stage)
{
    m_stage = stage;
    setVisible(stage != Stage::Away);
    if (stage == Stage::Question)
        m_answers->ask(m_steps[m_step].answers);
    else if (stage == Stage::Playing)
        m_answers->close();
    else if (stage != Stage::Answered)
        m_answers->clear();
    emit stageChanged();
    if (stage == Stage::Away)
        return;
    m_caption->setText(captionText());
    m_text->showText(text(), font(), ShadedLabel::Shade::Text);
    m_end->setVisible(stage != Stage::Done && (m_isTour || stage != Stage::Answered));
    m_end->setText(stage == Stage::Offer ? tr("Not now") : m_isTour ? tr("End the tour") : tr("No question"));
    m_end->setAccessibleName(m_end->text());
    setButtonText(m_main, mainText());
    if (stage == Stage::Question && m_isTour)
        m_answers->focusFirst();
    if ((stage == Stage::Answered && m_isTour) || stage == Stage::Done)
        m_main->setFocus();
    updateGeometry();
}

void TourPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return end();
    QWidget::keyPressEvent(event);
}

void TourPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), shadesOf(palette()).selected);
}

} // namespace lockscope

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
    , m_answers(new AnswerList(AnswerList::Wrong::TriesAgain, u"tour"_s, this))
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
    connect(m_answers, &AnswerList::answered, this, [this] {
        show(Stage::Answered);
        emit answered();
    });
    connect(m_main, &QAbstractButton::clicked, this, &TourPanel::advance);
    connect(m_end, &QAbstractButton::clicked, this, &TourPanel::end);
    show(Stage::Away);
}

void TourPanel::offerOnce()
{
    if (m_settings->value(offeredKey).toBool())
        return;
    m_settings->setValue(offeredKey, true);
    show(Stage::Offer);
}

void TourPanel::begin()
{
    m_settings->setValue(offeredKey, true);
    showStep(0);
}

void TourPanel::end()
{
    if (m_stage == Stage::Away)
        return;
    show(Stage::Away);
    emit ended();
}

void TourPanel::noteOwnRun()
{
    if (m_stage == Stage::Offer)
        end();
}

void TourPanel::notePlayed()
{
    if (m_stage == Stage::Playing)
        show(Stage::Question);
}

void TourPanel::showStep(int step)
{
    m_step = step;
    show(Stage::Before);
    emit wantsScenario(m_steps[step].scenario);
}

void TourPanel::advance()
{
    switch (m_stage) {
    case Stage::Away:
    case Stage::Question: return;
    case Stage::Offer: return begin();
    case Stage::Before:
        show(Stage::Playing);
        emit wantsPlay();
        return;
    case Stage::Playing: return show(Stage::Question);
    case Stage::Answered: return m_step + 1 < m_steps.size() ? showStep(m_step + 1) : show(Stage::Done);
    case Stage::Done: return end();
    }
}

QString TourPanel::captionText() const
{
    return m_stage == Stage::Offer || m_stage == Stage::Done ? tr("Tour") : tr("Tour · %1 of %2").arg(m_step + 1).arg(m_steps.size());
}

QString TourPanel::mainText() const
{
    switch (m_stage) {
    case Stage::Offer: return tr("Take the tour");
    case Stage::Before: return tr("Play it");
    case Stage::Playing: return tr("I have seen enough");
    case Stage::Answered: return m_step + 1 < m_steps.size() ? tr("Next") : tr("One last word");
    case Stage::Done: return tr("Close");
    case Stage::Away:
    case Stage::Question: break;
    }
    return {};
}

void TourPanel::show(Stage stage)
{
    m_stage = stage;
    setVisible(stage != Stage::Away);
    emit stageChanged();
    if (stage == Stage::Away)
        return;
    const auto &step = m_steps[m_step];
    m_caption->setText(captionText());
    const auto text =
        stage == Stage::Offer      ? tr("Three short stories show how a lock breaks, and what helps: a mistaken deletion, a token, "
                                             "a watchdog. Each is played on a Redis of Lockscope's own; nothing of yours is touched.")
        : stage == Stage::Done     ? tr("A token keeps others' locks safe, a watchdog keeps one's own alive while the process lives. "
                                            "For the pause that outlasts everything there is the fencing token: see “Lease and work” at the left.")
        : stage >= Stage::Question ? step.question
                                   : step.before;
    m_text->showText(text, font(), ShadedLabel::Shade::Text);
    m_end->setVisible(stage != Stage::Done);
    m_end->setText(stage == Stage::Offer ? tr("Not now") : tr("End the tour"));
    m_end->setAccessibleName(m_end->text());
    m_main->setVisible(!mainText().isEmpty());
    setButtonText(m_main, mainText());
    if (stage != Stage::Answered)
        showAnswers();
    if (stage == Stage::Answered || stage == Stage::Done)
        m_main->setFocus();
    updateGeometry();
}

void TourPanel::showAnswers()
{
    if (m_stage != Stage::Question)
        return m_answers->clear();
    m_answers->ask(m_steps[m_step].answers);
    m_answers->focusFirst();
}

void TourPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return end();
    if (!m_answers->takeKey(event))
        QWidget::keyPressEvent(event);
}

void TourPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), shadesOf(palette()).selected);
}

} // namespace lockscope

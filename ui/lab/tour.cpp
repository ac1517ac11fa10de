// SPDX-License-Identifier: MIT
#include "ui/lab/tour.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/mnemonic.h"
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
constexpr int mostAnswers = 3;
} // namespace

TourPanel::TourPanel(QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_caption(makeCaption({}, this))
    , m_text(new WrappedText(this))
    , m_why(new WrappedText(this))
    , m_main(makeButton({}, this))
    , m_end(new LinkButton(tr("End the tour"), this))
{
    setAccessibleName(tr("Tour"));
    m_text->setObjectName(u"tourText"_s);
    m_text->setAccessibleName(tr("Tour: what comes, or what is asked"));
    m_why->setObjectName(u"tourWhy"_s);
    m_why->setAccessibleName(tr("Tour: why"));
    m_main->setObjectName(u"tourMain"_s);
    m_end->setObjectName(u"tourEnd"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    layout->setSpacing(grid::spacing);
    auto *head = new QHBoxLayout;
    head->addWidget(m_caption);
    head->addStretch(1);
    head->addWidget(m_end);
    layout->addLayout(head);
    layout->addWidget(m_text);
    for (int i = 0; i < mostAnswers; ++i) {
        auto *answer = makeButton({}, this);
        answer->setObjectName(u"tourAnswer%1"_s.arg(i + 1));
        answer->setAutoDefault(false);
        connect(answer, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        layout->addWidget(answer, 0, Qt::AlignLeft);
        m_answers << answer;
    }
    layout->addWidget(m_why);
    layout->addWidget(m_main, 0, Qt::AlignLeft);
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
    if (stage != Stage::Answered)
        m_why->hide();
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
    const auto &answers = m_steps[m_step].answers;
    for (int i = 0; i < mostAnswers; ++i) {
        m_answers[i]->setVisible(m_stage == Stage::Question && i < answers.size());
        m_answers[i]->setEnabled(true);
        if (i < answers.size())
            setButtonText(m_answers[i], tr("%1  %2").arg(i + 1).arg(withoutMnemonic(answers[i].text)));
    }
    if (m_stage == Stage::Question)
        m_answers.front()->setFocus();
}

// A wrong answer says why it is wrong, and leaves the others to try.
void TourPanel::choose(int answer)
{
    if (m_stage != Stage::Question || answer >= m_steps[m_step].answers.size() || !m_answers[answer]->isEnabled())
        return;
    const auto &chosen = m_steps[m_step].answers[answer];
    m_why->showText(chosen.why, font(), chosen.right ? ShadedLabel::Shade::Text : ShadedLabel::Shade::Warning);
    m_why->show();
    setButtonText(m_answers[answer], (chosen.right ? u"✓  "_s : u"✗  "_s) + withoutMnemonic(chosen.text));
    m_answers[answer]->setEnabled(chosen.right);
    if (chosen.right)
        show(Stage::Answered);
}

void TourPanel::keyPressEvent(QKeyEvent *event)
{
    const int digit = event->key() - Qt::Key_1;
    if (event->key() == Qt::Key_Escape)
        return end();
    if (event->modifiers() == Qt::NoModifier && digit >= 0 && digit < mostAnswers && m_stage == Stage::Question)
        return choose(digit);
    QWidget::keyPressEvent(event);
}

void TourPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), shadesOf(palette()).selected);
}

} // namespace lockscope

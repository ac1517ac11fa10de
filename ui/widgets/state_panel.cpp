// SPDX-License-Identifier: MIT
#include "ui/widgets/state_panel.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/page_column.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace lockscope {

namespace {
constexpr int charactersPerLine = 92; // the width of three buttons in a row
}

StatePanel::StatePanel(QWidget *parent)
    : QWidget(parent)
    , m_title(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_explanation(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_progress(new QProgressBar(this))
    , m_steps(new QHBoxLayout)
{
    QFont strong = font();
    strong.setPointSizeF(strong.pointSizeF() * 1.25);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_explanation->setWordWrap(true);
    m_explanation->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_steps->setSpacing(grid::spacing);
    m_steps->addStretch(1);

    auto *column = new QWidget(this);
    column->setMaximumWidth(fontMetrics().averageCharWidth() * charactersPerLine);
    auto *words = new QVBoxLayout(column);
    words->setContentsMargins({});
    words->setSpacing(grid::spacing);
    words->addWidget(m_title);
    words->addWidget(m_explanation);
    words->addSpacing(grid::spacing);
    words->addWidget(m_progress);
    words->addLayout(m_steps);

    setPageColumn(this, column);
    hideProgress();
}

void StatePanel::setWords(const QString &title, const QString &explanation)
{
    if (m_title->text() != title)
        m_title->setText(title);
    if (m_explanation->text() != explanation)
        m_explanation->setText(explanation);
    m_explanation->setVisible(!explanation.isEmpty());
}

void StatePanel::setProgress(std::int64_t done, std::int64_t total)
{
    constexpr int steps = 1000;
    m_progress->setRange(0, total > 0 ? steps : 0);
    if (total > 0)
        m_progress->setValue(static_cast<int>(std::min(done, total) * steps / total));
    m_progress->setAccessibleName(m_title->text());
    m_progress->setVisible(total > 0 || !wantsLessMotion()); // a progress bar without an end moves back and forth
}

void StatePanel::hideProgress() { m_progress->hide(); }

QPushButton *StatePanel::addStep(const QString &text)
{
    auto *button = makeButton(text, this);
    m_steps->insertWidget(m_steps->count() - 1, button);
    return button;
}

QString StatePanel::title() const { return m_title->text(); }

QString StatePanel::explanation() const { return m_explanation->text(); }

} // namespace lockscope

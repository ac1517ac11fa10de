// SPDX-License-Identifier: MIT
#include "ui/widgets/banner.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/unbroken.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

Banner::Banner(Tone tone, QWidget *parent)
    : QWidget(parent)
    , m_tone(tone)
    , m_title(new ShadedLabel(tone == Tone::Warning ? ShadedLabel::Shade::Warning : ShadedLabel::Shade::Text, this))
    , m_explanation(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_explanation->setWordWrap(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    layout->setSpacing(grid::spacing + grid::unit);
    layout->addWidget(m_title);
    layout->addWidget(m_explanation, 1);
}

void Banner::setWords(const QString &title, const QString &explanation)
{
    const auto marked = m_tone == Tone::Warning ? u"▲ "_s + title : title;
    if (m_title->text() != marked)
        m_title->setText(marked);
    if (const auto kept = unbroken(explanation); m_explanation->text() != kept)
        m_explanation->setText(kept);
    setAccessibleName(title);
    setAccessibleDescription(explanation);
}

QPushButton *Banner::addStep(const QString &text)
{
    auto *button = makeButton(text, this);
    layout()->addWidget(button);
    return button;
}

QString Banner::text() const { return m_title->text() + u' ' + accessibleDescription(); }

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &shades = shadesOf(palette());
    painter.fillRect(rect(), shades.pill);
    painter.fillRect(QRect(0, height() - 1, width(), 1), shades.line);
}

} // namespace lockscope

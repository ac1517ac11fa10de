// SPDX-License-Identifier: MIT
#include "widgets/pill.h"

#include "widgets/figures.h"
#include "widgets/theme.h"

#include <QPainter>

#include <cmath>

namespace lockscope {

Pill::Pill(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus); // its explanation must be reachable without a pointer
}

void Pill::set(const QString &text, Tone tone, const QString &explanation)
{
    if (toolTip() != explanation)
        setToolTip(explanation);
    if (text == m_text && tone == m_tone)
        return;
    m_text = text;
    m_tone = tone;
    setAccessibleName(text);
    setAccessibleDescription(explanation);
    updateGeometry();
    update();
}

QString Pill::shownText() const
{
    return m_tone == Tone::Plain ? m_text : QStringLiteral("\u25b2 ") + m_text;
}

QSize Pill::sizeHint() const
{
    const QFontMetricsF metrics(font());
    return {static_cast<int>(std::ceil(figuresWidth(metrics, shownText()))) + 2 * grid::spacing,
            static_cast<int>(std::ceil(metrics.height())) + grid::unit + 2};
}

QSize Pill::minimumSizeHint() const
{
    return {qMin(sizeHint().width(), fontMetrics().averageCharWidth() * 8), sizeHint().height()};
}

void Pill::paintEvent(QPaintEvent *)
{
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(shades.pill);
    painter.setPen(hasFocus() ? QPen(shades.accent, 1.5) : QPen(Qt::NoPen));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(m_tone == Tone::Warning  ? shades.warning
                   : m_tone == Tone::Danger ? shades.danger
                                            : palette().color(QPalette::WindowText));
    drawFigures(painter, QRectF(rect()).adjusted(grid::spacing, 0, -grid::spacing, 0), Qt::AlignLeft, shownText());
}

} // namespace lockscope

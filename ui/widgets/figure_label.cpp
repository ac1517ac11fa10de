// SPDX-License-Identifier: MIT
#include "ui/widgets/figure_label.h"

#include "ui/widgets/figures.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace lockscope {

namespace {

QColor colourOf(FigureLabel::Shade shade, const QPalette &palette)
{
    const auto &shades = shadesOf(palette);
    switch (shade) {
    case FigureLabel::Shade::Text: break;
    case FigureLabel::Shade::Secondary: return shades.secondary;
    case FigureLabel::Shade::Warning: return shades.warning;
    case FigureLabel::Shade::Danger: return shades.danger;
    }
    return palette.color(QPalette::WindowText);
}

} // namespace

FigureLabel::FigureLabel(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void FigureLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    const bool longer = text.size() > m_text.size();
    m_text = text;
    setAccessibleName(text);
    const int width = static_cast<int>(std::ceil(figuresWidth(QFontMetricsF(font()), text)));
    // A text of the same length with narrower letters does not change the width.
    if (width > m_width || (!longer && width < m_width - fontMetrics().averageCharWidth() * 3)) {
        m_width = width;
        updateGeometry();
    }
    update();
}

void FigureLabel::setShade(Shade shade)
{
    if (shade == m_shade)
        return;
    m_shade = shade;
    update();
}

void FigureLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

QSize FigureLabel::sizeHint() const { return {m_width, fontMetrics().height()}; }

void FigureLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(colourOf(m_shade, palette()));
    drawFigures(painter, rect(), m_alignment, m_text);
}

void FigureLabel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        m_width = static_cast<int>(std::ceil(figuresWidth(QFontMetricsF(font()), m_text)));
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/widgets/tile.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

Tile::Tile(const QString &meaning, QWidget *parent)
    : QAbstractButton(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setMeaning(meaning);
}

void Tile::set(const QString &number, FigureLabel::Shade shade)
{
    if (number == m_number && shade == m_shade)
        return;
    m_number = number;
    m_shade = shade;
    setAccessibleName(u"%1 %2"_s.arg(m_number, text()));
    updateGeometry();
    update();
}

void Tile::setMeaning(const QString &meaning)
{
    if (meaning == text())
        return;
    setText(meaning);
    setAccessibleName(u"%1 %2"_s.arg(m_number, meaning));
    updateGeometry();
}

QFont Tile::numberFont() const
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setWeight(QFont::DemiBold);
    return large;
}

QFont Tile::meaningFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    return small;
}

QSize Tile::sizeHint() const
{
    const QFontMetricsF number(numberFont()), meaning(meaningFont());
    const auto width = static_cast<int>(std::ceil(qMax(figuresWidth(number, m_number), figuresWidth(meaning, text()))));
    // Grows at once but shrinks only in steps, so that a tile does not push its neighbours back and forth.
    if (width > m_width || width < m_width - 24)
        m_width = width;
    return {m_width + grid::spacing, static_cast<int>(std::ceil(number.height() + meaning.height())) + grid::unit};
}

void Tile::paintEvent(QPaintEvent *)
{
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    if (isEnabled() && (underMouse() || hasFocus())) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(shades.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(shades.pill);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QFont large = numberFont(), small = meaningFont();
    const QRectF inner = QRectF(rect()).adjusted(grid::unit, 2, -grid::unit, -2);
    const qreal numberHeight = QFontMetricsF(large).height();
    painter.setFont(large);
    painter.setPen(m_shade == FigureLabel::Shade::Warning     ? shades.warning
                   : m_shade == FigureLabel::Shade::Danger    ? shades.danger
                   : m_shade == FigureLabel::Shade::Secondary ? shades.secondary
                                                              : palette().color(QPalette::Active, QPalette::WindowText));
    drawFigures(painter, QRectF(inner.topLeft(), QSizeF(inner.width(), numberHeight)), Qt::AlignLeft, m_number);
    painter.setFont(small);
    painter.setPen(shades.secondary);
    drawFigures(painter, inner.adjusted(0, numberHeight, 0, 0), Qt::AlignLeft, text());
}

} // namespace lockscope

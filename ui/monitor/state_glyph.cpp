// SPDX-License-Identifier: MIT
#include "ui/monitor/state_glyph.h"

#include "ui/monitor/tone_colour.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace lockscope {

namespace {

// All glyphs are drawn in a square of 12 × 12.
QPainterPath circle(qreal radius)
{
    QPainterPath path;
    path.addEllipse(QPointF(6, 6), radius, radius);
    return path;
}

QPainterPath triangle()
{
    QPainterPath path;
    path.addPolygon(QPolygonF({{6, 1}, {11.5, 11}, {0.5, 11}, {6, 1}}));
    return path;
}

QPainterPath leftHalf()
{
    QPainterPath path(QPointF(6, 1.5));
    path.arcTo(QRectF(1.5, 1.5, 9, 9), 90, 180);
    path.closeSubpath();
    return path;
}

void strokeLines(QPainter &painter, const QColor &colour, const QList<QLineF> &lines)
{
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLines(lines);
}

void paintArrows(QPainter &painter, const QColor &colour)
{
    strokeLines(painter, colour,
                {{1, 4, 11, 4}, {8.5, 1.5, 11, 4}, {8.5, 6.5, 11, 4}, {1, 8.5, 11, 8.5}, {3.5, 6, 1, 8.5}, {3.5, 11, 1, 8.5}});
}

void paintDottedTriangle(QPainter &painter, const QColor &colour)
{
    painter.drawPath(triangle());
    strokeLines(painter, colour.lightness() > 140 ? Qt::black : Qt::white, {{6, 4.6, 6, 7.4}, {6, 9.3, 6, 9.35}});
}

void paintClock(QPainter &painter, const QColor &colour)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.4));
    painter.drawPath(circle(4.6));
    strokeLines(painter, colour, {{6, 3.6, 6, 6}, {6, 6, 7.9, 7.2}});
}

void paintRing(QPainter &painter, const QColor &colour, Qt::PenStyle style)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.4, style));
    painter.drawPath(circle(4.2));
}

void paint(QPainter &painter, Glyph glyph, const QColor &colour)
{
    switch (glyph) {
    case Glyph::Disc: return painter.drawPath(circle(4.6));
    case Glyph::HalfDisc: painter.drawPath(leftHalf()); return paintRing(painter, colour, Qt::SolidLine);
    case Glyph::Triangle: return painter.drawPath(triangle());
    case Glyph::DottedTriangle: return paintDottedTriangle(painter, colour);
    case Glyph::Ring: return paintRing(painter, colour, Qt::SolidLine);
    case Glyph::DottedRing: painter.drawPath(circle(1.8)); return paintRing(painter, colour, Qt::SolidLine);
    case Glyph::DashedRing: return paintRing(painter, colour, Qt::DashLine);
    case Glyph::SlashedRing: paintRing(painter, colour, Qt::SolidLine); return strokeLines(painter, colour, {{3, 9, 9, 3}});
    case Glyph::Clock: return paintClock(painter, colour);
    case Glyph::Square: return painter.drawRect(QRectF(1.5, 1.5, 9, 9));
    case Glyph::Arrows: return paintArrows(painter, colour);
    }
}

} // namespace

void paintStateGlyph(QPainter &painter, const QRectF &square, const LockRow &row, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width() / 12, square.height() / 12);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (row.gone())
        paintRing(painter, colour, Qt::DotLine);
    else
        paint(painter, glyphOf(row.lock), colour);
    painter.restore();
}

QColor stateColour(const LockRow &row, const QPalette &palette)
{
    return row.gone() ? shadesOf(palette).faint : toneColour(toneOf(row.lock), palette);
}

} // namespace lockscope

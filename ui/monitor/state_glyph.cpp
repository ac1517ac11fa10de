// SPDX-License-Identifier: MIT
#include "monitor/state_glyph.h"

#include "widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace lockscope {

using namespace lockcore;

namespace {

// All in a square of 12 × 12.
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

void paintTakenOver(QPainter &painter, const QColor &colour)
{
    strokeLines(painter, colour, {{1, 4, 11, 4}, {8.5, 1.5, 11, 4}, {8.5, 6.5, 11, 4},
                                  {1, 8.5, 11, 8.5}, {3.5, 6, 1, 8.5}, {3.5, 11, 1, 8.5}});
}

void paintOverdue(QPainter &painter, const QColor &colour)
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

} // namespace

void paintStateGlyph(QPainter &painter, const QRectF &square, const LockRow &row, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width() / 12, square.height() / 12);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (row.gone()) {
        paintRing(painter, colour, Qt::DotLine);
    } else {
        switch (row.lock.state) {
        case LockState::Held: painter.drawPath(circle(4.6)); break;
        case LockState::Contended: painter.drawPath(leftHalf()); paintRing(painter, colour, Qt::SolidLine); break;
        case LockState::Expiring: painter.drawPath(triangle()); break;
        case LockState::NoLease: paintRing(painter, colour, Qt::SolidLine); break;
        case LockState::Immortal: painter.drawRect(QRectF(1.5, 1.5, 9, 9)); break;
        case LockState::Stale: paintClock(painter, colour); break;
        case LockState::RenewalOverdue: paintOverdue(painter, colour); break;
        case LockState::HeldTooLong: paintClock(painter, colour); break;
        case LockState::TakenOver: paintTakenOver(painter, colour); break;
        case LockState::UnknownOwner: paintRing(painter, colour, Qt::DashLine); break;
        }
    }
    painter.restore();
}

QColor stateColour(const LockRow &row, const QPalette &palette)
{
    const auto &shades = shadesOf(palette);
    if (row.gone())
        return shades.faint;
    switch (row.lock.state) {
    case LockState::Immortal:
    case LockState::Stale: return shades.danger;
    case LockState::Expiring:
    case LockState::RenewalOverdue:
    case LockState::HeldTooLong: return shades.warning;
    default: return palette.color(QPalette::Text);
    }
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Drawing tools of a timeline besides plain fills: shades, hatching, the triangle of an alarm. GUI thread.
#pragma once

#include <QColor>
#include <QFont>
#include <QPixmap>
#include <QRectF>

class QPainter;
class QPalette;

namespace lockscope {

struct TimelineLook;

QColor lookColour(const TimelineLook &look, const QPalette &palette);

QColor waitingColour(const QPalette &palette); ///< of the hatching while somebody waits

QColor faded(QColor colour, float alpha);
QFont smallFont(QFont font); ///< for the axis and for the words in a lane

/// Eight pixels wide, six high, with the point at the bottom; cached for each colour and scale.
QPixmap triangleTile(const QColor &colour, qreal scale);

/// The dot above the moment at which somebody known took a lock; `at`: on the upper border of the bar.
void paintKnownDot(QPainter &painter, const QPointF &at, const QPalette &palette);

class TimelineHatch final
{
public:
    TimelineHatch(const QColor &colour, const QPainter &painter);

    /// Draws slanted lines that keep their position relative to `origin`, px; draws a plain shade where there is no room for lines.
    void fill(QPainter &painter, const QRectF &rect, qreal origin) const;

    bool isTooNarrow(qreal width) const;
    QColor shade() const; ///< replaces the lines where there is no room for them

private:
    QColor m_colour;
    QPixmap m_tile;
};

} // namespace lockscope

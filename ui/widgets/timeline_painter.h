// SPDX-License-Identifier: MIT
// Draws a timeline: axis, visible lanes, bands, crosshair. A TimelineFrame has all its input. GUI thread.
#pragma once

#include "ui/widgets/timeline_frame.h"

#include <QFont>
#include <QPalette>

class QPainter;

namespace lockscope {

class TimelineHatch;

class TimelinePainter final
{
public:
    TimelinePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette, const QFont &font);

    void paint();

    /// px to the right of the present, so that current events are visible.
    static constexpr int nowMargin = 12;

private:
    void paintAxis();
    void paintLanes();
    void paintBands();
    void paintBand(const TimelineBand &band, const QRectF &lanes, const TimelineHatch &hatch, bool withWord);
    void paintCrosshair();
    std::optional<qreal> crosshairX() const;
    QString crosshairText() const;
    QRectF crosshairLabel() const;

    QPainter &m_painter;
    const TimelineFrame &m_frame;
    const QPalette &m_palette;
    QFont m_font;
    QFont m_small;
};

} // namespace lockscope

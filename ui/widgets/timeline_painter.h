// SPDX-License-Identifier: MIT
// Draws a timeline: axis, lanes in sight, crosshair. All that it knows is in a TimelineFrame. GUI thread.
#pragma once

#include "widgets/timeline_layout.h"
#include "widgets/timeline_source.h"

#include <QFont>
#include <QPalette>
#include <QPixmap>

class QPainter;

namespace lockscope {

struct TimelineFrame
{
    const TimelineSource *source = nullptr;
    TimelineScale scale;
    TimelineLanes lanes;
    QSize size;     ///< px, of all
    int gutter = 0; ///< px at the left, for the lanes' names
    int axis = 0;   ///< px at the top
    bool relative = false; ///< the axis counts from now, else it tells the time of day
    bool focused = false;
    std::optional<TimelineTime> crosshair;
    QString crosshairWord; ///< beside its time

    double plotWidth() const { return std::max(0, size.width() - gutter); }
};

class TimelinePainter final
{
public:
    TimelinePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette, const QFont &font);

    void paint();

    /// Right of the present moment, so that what happens now is seen to happen.
    static constexpr int nowMargin = 12;

private:
    void paintAxis();
    void paintBands();
    void paintLane(int position);
    void paintName(const TimelineLane &lane, int position, const QRectF &row);
    void paintBars(const TimelineLane &lane, const QRectF &row, bool gone);
    void paintBar(const TimelineBar &bar, const QRectF &row, bool gone);
    void paintWaits(const TimelineLane &lane, const QRectF &row);
    void paintMarks(const std::vector<TimelineColumn> &columns, const QRectF &row);
    void paintMark(const TimelineColumn &column, const QRectF &row);
    void paintLabels(const TimelineLane &lane, const std::vector<TimelineColumn> &columns, const QRectF &row);
    void paintCrosshair();
    void hatch(const QRectF &rect, const QColor &colour);
    void fillRounded(const QRectF &rect, const QBrush &brush);

    QRectF barOf(const QRectF &row) const;
    QColor toneColour(TimelineLook::Tone tone) const;
    const TimelineLook &lookOf(int what) const;

    QPainter &m_painter;
    const TimelineFrame &m_frame;
    const QPalette &m_palette;
    QFont m_font;
    QFont m_small;
    QFont m_fixed;
    std::vector<int> m_weights;
    std::vector<double> m_wordWidths; ///< by what
};

} // namespace lockscope

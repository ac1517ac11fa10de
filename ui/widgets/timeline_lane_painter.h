// SPDX-License-Identifier: MIT
// Draws the lanes of a timeline: name, bars, hatched waiting, marks and their words. There may be ten thousand small items, so they are
// collected in lines of pixels (TimelinePixels). Lives for one frame. GUI thread.
#pragma once

#include "ui/widgets/timeline_frame.h"
#include "ui/widgets/timeline_ink.h"
#include "ui/widgets/timeline_pixels.h"

#include <QFont>
#include <QHash>
#include <QPalette>

#include <array>

namespace lockscope {

class TimelineLanePainter final
{
public:
    TimelineLanePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette, const QFont &font);

    void paint(int position);

private:
    /// How a kind of mark is drawn with this palette.
    struct Mark
    {
        TimelineLook look;
        QColor colour;
        double wordWidth = 0;          ///< px; 0: no word
        QPixmap triangle;              ///< null: none
        QRgb ink = 0;                  ///< for a single mark
        std::array<QRgb, 7> density{}; ///< indexed by how many marks share a column; the last entry is for all higher numbers
    };

    struct BarInk
    {
        QColor colour;
        QRgb ink = 0; ///< the same, for a line of pixels
    };

    static Mark markFrom(const TimelineLook &look, const QPalette &palette, const QFont &font, qreal scale);
    void paintGround(const QRectF &row);
    void paintName(const TimelineLane &lane, bool gone, const QRectF &row);
    void paintBars(const TimelineLane &lane, const QRectF &row, bool gone);
    void paintLit(const TimelineLane &lane, const QRectF &row);
    void paintEmerging(const QRectF &rect, const QColor &colour);
    void paintWaits(const TimelineLane &lane, const QRectF &row);
    void paintMarks(const std::vector<TimelineColumn> &columns, const QRectF &row);
    void putMark(const TimelineColumn &column, qreal x);
    void paintTriangles(const std::vector<TimelineColumn> &columns, const QRectF &bar);
    void paintKnown(int position, const QRectF &row);
    void paintLabels(const TimelineLane &lane, const std::vector<TimelineColumn> &columns, const QRectF &row);

    const BarInk &barInk(int colour, bool gone);
    const Mark &markOf(const TimelineColumn &column) const { return m_marks[static_cast<std::size_t>(column.what)]; }

    QPainter &m_painter;
    const TimelineFrame &m_frame;
    const QPalette &m_palette;
    QFont m_small;
    QFont m_fixed;
    std::vector<Mark> m_marks;    ///< indexed by TimelineMark::what
    std::vector<int> m_weights;   ///< indexed by TimelineMark::what
    QHash<int, BarInk> m_barInks; ///< by 2 × colour, plus one if the lock has ended
    TimelineHatch m_waiting;

    TimelinePixels m_bars;
    TimelinePixels m_barEdges; ///< the top and bottom lines of the bars
    TimelinePixels m_waits;
    TimelinePixels m_density; ///< marks that are too close to be drawn separately
    TimelinePixels m_notches;
    TimelinePixels m_ticks;
    TimelinePixels m_edges;
    TimelinePixels m_alarms;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The timeline of a run as a cached picture, so that moving the playhead repaints almost nothing. The content and style of the drawing come
// from the report (ui/report/timeline_panel.h). GUI thread.
#pragma once

#include "ui/lab/picture/painter_canvas.h"
#include "ui/lab/player/shown_run.h"
#include "ui/report/timeline_panel.h"

#include <QPixmap>

#include <set>

namespace lockscope {

/// All inputs of the picture besides the run. Lengths are pixels of the widget.
struct TimelineSheet
{
    using Time = lockcore::Microseconds;

    QSize size;
    double dots = 1; ///< device pixels per pixel of the widget
    Time begin{0}, end{0};
    double gutter = 0; ///< width for the names of the lanes
    int scrolled = 0;
    int beside = 0; ///< width at the right edge for a scroll bar
    QPalette palette;
    QFont font;

    double left() const { return gutter; }
    double right() const;
    double xOf(Time time) const;
    Time timeAt(double x) const;
    double perPixel() const; ///< µs per pixel
    bool operator==(const TimelineSheet &) const = default;

    static constexpr double margin = 12; ///< at the left and right of everything
};

class TimelinePicture final
{
public:
    using Time = lockcore::Microseconds;

    void show(ShownRunPtr run);
    bool isEmpty() const { return !m_page; }

    const QPixmap &whole(const TimelineSheet &sheet);  ///< the picture without earlyLabels()
    const QPixmap &ground(const TimelineSheet &sheet); ///< the empty picture, without events

    double gutter(const QFont &font) const; ///< as wide as the names need
    double headHeight(const TimelineSheet &sheet) const;
    double axisHeight(const QFont &font) const;
    double height(const TimelineSheet &sheet);                        ///< the height of the complete picture, scrolled or not
    std::vector<QRectF> tickPlaces(const TimelineSheet &sheet) const; ///< the places of the axis labels, with a small margin

    /// Labels and mark numbers that are painted left of their subject. When the playhead is between the two, the subject has not happened
    /// yet.
    const std::vector<PaintedLabel> &earlyLabels() const { return m_early; }

    /// The signs of what decides, which are wider than their moment.
    const std::vector<PaintedSign> &signs() const { return m_signs; }

    /// The items at a point, the topmost first.
    std::vector<PaintedSpot> spotsAt(QPointF point) const;
    const WorkerGroup *groupAt(QPointF point) const;
    bool isMarked(std::uint64_t entry) const { return m_page && m_page->isMarked(entry); }

    bool hasGroups() const { return m_run && !m_run->groups.empty(); }
    bool isUnfolded() const { return !m_open.empty(); } ///< true if at least one group is unfolded
    void toggle(const WorkerGroup *group);

    struct GroupPlace
    {
        const WorkerGroup *group = nullptr;
        double top = 0; ///< px, of a line below the group's name
    };
    std::vector<GroupPlace> foldedGroups() const; ///< the visible ones
    void setAllOpen(bool open);

private:
    TimelinePanel panel(PainterCanvas &canvas, const TimelineSheet &sheet) const;
    TimeAxis axisOf(const TimelineSheet &sheet, double unit) const;
    void fillHeight(const TimelineSheet &sheet);
    double bottomOf(const TimelineSheet &sheet) const;
    void arrangeRows();
    void paint(const TimelineSheet &sheet);
    void keepSpotsBetween(double lanes, double top, double bottom);

    ShownRunPtr m_run;
    std::unique_ptr<TimelinePage> m_page;
    std::set<const WorkerGroup *> m_open;
    std::optional<TimelineSheet> m_painted;
    QPixmap m_whole, m_ground;
    std::vector<PaintedSpot> m_spots;
    std::vector<PaintedLabel> m_early;
    std::vector<PaintedSign> m_signs;
    std::vector<double> m_rowTops;  ///< px, of the rows of the page
    double m_first = 0, m_last = 0; ///< px, the range of lanes that is painted
    double m_unit = 1;              ///< px per unit of the panel
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// One panel of a timeline: axis, marks and lanes for one stretch of time. One thread.
#pragma once

#include "ui/report/timeline_parts.h"

#include <limits>
#include <optional>
#include <utility>

namespace lockscope {

/// A stretch that another panel shows enlarged.
struct TimelineStretch
{
    lockcore::Microseconds begin{0}, end{0};
    QString name{};
};

QString nameOfTheOnlyLock(); ///< of its lane

class TimelinePanel final
{
public:
    /// `scrolled`: height of the lanes that are hidden above the panel.
    TimelinePanel(Canvas &canvas, const TimelinePage &page, const TimeAxis &axis, double top, double scrolled = 0);

    double axisBottom() const;
    double lanesTop() const { return m_lanesTop; } ///< below the axis and the numbers
    double bottom() const { return m_bottom; }

    /// Rows of workers outside this range are not painted.
    void setSight(double top, double bottom);

    void paint(const std::vector<TimelineStretch> &enlarged); ///< paints everything

    // The same in layers. First the part that does not show events:
    void paintAxis();
    void paintGrid(); ///< also paints the names of the lanes
    // Then the part that shows events:
    void paintContent(const std::vector<TimelineStretch> &enlarged);
    void paintNumbers();

    /// The range of lanes that are completely between two heights. If there is none, returns these heights.
    std::pair<double, double> wholeLanes(double top, double bottom) const;

    const std::vector<double> &rowTops() const { return m_rows; } ///< of the rows of the page

private:
    const std::vector<MarkPill> &pills();
    double placeLanes(double y);
    void paintStretches(const std::vector<TimelineStretch> &stretches);
    void paintBands();
    void paintLanes();
    void paintLenses();
    void paintRemovals();
    void paintProtections();
    void paintMarkLines();
    void paintRowName(const LaneRow &row, double top);
    void paintNames();
    bool isInSight(std::size_t row) const;
    std::optional<std::size_t> rowOf(std::size_t worker) const;           ///< also for a worker in a folded group
    std::optional<double> middleOf(const lockcore::LaneMark &mark) const; ///< the middle of its lane's bar
    double middleOfRow(std::size_t row) const;
    double belowRow(std::size_t row) const; ///< below its bar
    double topOfHolding(std::size_t lock, std::size_t row) const;

    Canvas &m_canvas;
    const TimelinePage &m_page;
    const TimeAxis m_axis;
    const double m_top;
    double m_sightTop = -std::numeric_limits<double>::infinity(), m_sightBottom = std::numeric_limits<double>::infinity();
    std::optional<std::vector<MarkPill>> m_pills;
    std::vector<double> m_rows, m_locks, m_resources; ///< tops of the lanes
    std::vector<std::optional<std::size_t>> m_rowOf;  ///< indexed by worker
    double m_lanesTop = 0, m_bodyTop = 0, m_lanesBottom = 0, m_bottom = 0;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// One panel of a timeline: axis, marks and lanes over one stretch of time. One thread.
#pragma once

#include "ui/report/timeline_parts.h"

namespace lockscope {

/// A stretch that another panel shows enlarged.
struct TimelineStretch
{
    lockcore::Microseconds begin{0}, end{0};
    QString name{};
};

class TimelinePanel final
{
public:
    TimelinePanel(SvgWriter &svg, const TimelinePage &page, const TimeAxis &axis, double top);

    double bottom() const { return m_bottom; }
    void paint(const std::vector<TimelineStretch> &enlarged);

private:
    void paintAxis();
    void paintStretches(const std::vector<TimelineStretch> &stretches);
    void paintBands();
    void paintLanes();
    void paintNames();
    void paintMarks();
    double middleOf(const lockcore::LaneMark &mark) const; ///< of its lane's bar

    SvgWriter &m_svg;
    const TimelinePage &m_page;
    const TimeAxis m_axis;
    const double m_top;
    std::vector<MarkPill> m_pills;
    std::vector<double> m_workers, m_locks, m_resources; ///< tops of their lanes
    double m_lanesTop = 0, m_lanesBottom = 0, m_bottom = 0;
};

} // namespace lockscope

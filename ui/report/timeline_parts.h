// SPDX-License-Identifier: MIT
// The parts of one panel of a timeline: its lanes, from top to bottom, over one stretch of time. One thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/svg_writer.h"
#include "ui/report/time_axis.h"

#include <set>

namespace lockscope {

/// What all parts of a panel share.
struct TimelinePage
{
    const lockcore::Lanes &lanes;
    std::vector<std::size_t> workers; ///< those that are shown, as indices of lanes.workers
    std::set<std::uint64_t> marked;   ///< numbers of events that verdicts name
    bool links = false;               ///< marks link to `#e41`

    Ink inkOf(const lockcore::Incarnation &who) const; ///< each worker has its own in all lanes
};

// Heights, in pixels.
namespace lane {
inline constexpr double label = 12, bar = 14, gap = 12, worker = label + bar + gap;
inline constexpr double holding = 12, lease = 20, inside = 8, write = 12;
} // namespace lane

/// Texts in one line, from left to right; what does not fit is left out.
class LabelRow final
{
public:
    LabelRow(double left, double right)
        : m_right(right)
        , m_taken(left)
    { }

    /// Where a text of this width may begin to name what is at `x`; none: there is no room.
    std::optional<double> take(double x, double width);

private:
    double m_right, m_taken;
};

/// What was done to one lane: a line at each moment, and its name at `y` where there is room.
void paintFaults(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, lockcore::LanePlace place, std::size_t lane, double top,
                 double bottom, double y);

double heightOf(const lockcore::LockLane &lane);
double heightOf(const lockcore::ResourceLane &lane);

void paintWorker(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const lockcore::WorkerLane &lane, Ink ink, double top);
void paintLock(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const lockcore::LockLane &lane, double top);
void paintResource(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const lockcore::ResourceLane &lane, double top);

/// A mark, or several that are too close to each other, as numbers above the lanes.
struct MarkPill
{
    std::vector<const lockcore::LaneMark *> marks;
    double x = 0; ///< of the first mark
    double left = 0, width = 0;
    std::size_t row = 0;
    QString text;
};

std::vector<MarkPill> markPills(const TimeAxis &axis, const std::vector<lockcore::LaneMark> &marks);
Ink inkOf(lockcore::Outcome outcome);

} // namespace lockscope

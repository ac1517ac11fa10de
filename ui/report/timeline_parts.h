// SPDX-License-Identifier: MIT
// The parts of one panel of a timeline: its lanes, from top to bottom, for one stretch of time. One thread.
#pragma once

#include "ui/report/canvas.h"
#include "ui/report/time_axis.h"
#include "ui/report/timeline_page.h"

namespace lockscope {

/// Places texts in one line, from left to right; texts that do not fit are left out.
class LabelRow final
{
public:
    LabelRow(double left, double right)
        : m_right(right)
        , m_taken(left)
    { }

    /// The left end for a text of this width about `x`; none: there is no room.
    std::optional<double> take(double x, double width);
    bool isTaken(double x) const { return x < m_taken; } ///< there is no room for any text

private:
    double m_right, m_taken;
};

/// A text below a lane, and the moment that it is about.
struct LaneNote
{
    double x = 0;
    QString text;
    Ink ink = Ink::Text;
};

/// The faults in one lane: a line at each moment, from `top` to `bottom`, and the fault's name as a note. In a close-up also the last cause
/// before it.
void paintFaults(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, lockcore::LanePlace place, std::size_t lane, double top,
                 double bottom, std::vector<LaneNote> &notes);

/// On the base line `y`; notes without room are left out.
void paintNotes(Canvas &canvas, const TimeAxis &axis, std::vector<LaneNote> notes, double y);

void paintWorker(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t worker, double top);
void paintGroup(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, const WorkerGroup &group, double top);
void paintLock(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t lock, double top);
void paintResource(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t resource, double top);

/// Too narrow to be seen well in this stretch of time, although it is completely in it.
bool isTooShort(const TimeAxis &axis, const TimelinePage &page, const lockcore::ResourceSpan &stay);
/// Shows a worker's stay inside enlarged, where its lane has room for it: `inside 0.10 ms`. `top`: of the lane.
void paintLens(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t worker, const lockcore::ResourceSpan &stay,
               double top);

/// A mark, or several marks that are too close to each other, shown as numbers above the lanes.
struct MarkPill
{
    std::vector<const lockcore::LaneMark *> marks;
    double x = 0; ///< of the first mark
    double left = 0, width = 0;
    std::size_t row = 0;
    QString text;
};

std::vector<MarkPill> markPills(const Canvas &canvas, const TimeAxis &axis, const std::vector<lockcore::LaneMark> &marks,
                                std::size_t mostRows = 3);
Ink inkOf(const lockcore::LaneMark &mark);
Ink gravestInk(std::span<const lockcore::LaneMark *const> marks); ///< a violation first, a cause last

QString rangeText(const TimeAxis &axis, lockcore::Microseconds begin, lockcore::Microseconds end);

/// A state as a part of a sentence about a worker: `is in the critical section`.
QString stateText(lockcore::WorkerSpan::State state);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// What a TimelineView shows, asked for lane by lane when it paints: only those in sight cost anything. GUI thread.
#pragma once

#include "widgets/timeline_history.h"

namespace lockscope {

/// How a kind of mark is drawn and called.
struct TimelineLook
{
    enum class Shape {
        None,  ///< the edge of its span says it
        Tick,  ///< across the bar
        Notch, ///< half of it
        Edge,  ///< taller than the bar
        Alarm, ///< taller, and with a triangle
    };
    enum class Tone { Plain, Warning, Danger };

    Shape shape = Shape::None;
    Tone tone = Tone::Plain;
    QString word;
    bool labelled = false; ///< the word stands beside it where there is room
    bool ends = false;     ///< it is the end of a span
};

/// A time of which something must be said in every lane.
struct TimelineBand
{
    std::optional<TimelineTime> begin; ///< none: since ever
    std::optional<TimelineTime> end;   ///< none: still
    QString word;
};

class TimelineSource
{
public:
    virtual ~TimelineSource() = default;

    /// Called before lanes are asked for: positions hold still until the next time.
    virtual void settle() = 0;
    virtual int laneCount() const = 0;
    virtual const TimelineLane *lane(int position) const = 0; ///< null: nothing is known of it
    virtual bool isGone(int position) const = 0;
    virtual int currentLane() const = 0; ///< the chosen one's position; -1: none, or not here

    virtual TimelineTime now() const = 0;
    virtual const std::vector<TimelineLook> &looks() const = 0; ///< by TimelineMark::what
    virtual std::vector<TimelineBand> bands() const = 0;
    virtual QString timeText(TimelineTime time) const = 0;

    /// What there is to say of a lane at a moment, in lines.
    virtual QString tip(int position, TimelineTime time, TimelineLength tolerance) const = 0;

protected:
    TimelineSource() = default;
    Q_DISABLE_COPY_MOVE(TimelineSource)
};

} // namespace lockscope

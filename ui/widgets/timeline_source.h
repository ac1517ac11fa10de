// SPDX-License-Identifier: MIT
// What a TimelineView shows, requested lane by lane when it paints: only visible lanes cost anything. GUI thread.
#pragma once

#include "ui/widgets/timeline_history.h"

namespace lockscope {

/// How a kind of mark is drawn and named.
struct TimelineLook
{
    enum class Shape {
        None,  ///< the edge of its span shows it
        Tick,  ///< across the bar
        Notch, ///< half of it
        Edge,  ///< taller than the bar
        Alarm, ///< taller, and with a triangle
    };
    enum class Tone { Plain, Warning, Danger };

    Shape shape = Shape::None;
    Tone tone = Tone::Plain;
    QString word;
    bool labelled = false; ///< the word is next to it if there is room
    bool ends = false;     ///< it ends a span
    QString mark{};        ///< in front of the word in a table
};

/// A period that concerns every lane.
struct TimelineBand
{
    std::optional<TimelineTime> begin; ///< none: since the beginning
    std::optional<TimelineTime> end;   ///< none: still open
    QString word;
};

class TimelineSource
{
public:
    virtual ~TimelineSource() = default;

    /// Called before lanes are requested: positions are stable until the next call.
    virtual void settle() = 0;
    virtual int laneCount() const = 0;
    virtual const TimelineLane *lane(int position) const = 0; ///< null: nothing is known about it
    virtual bool isGone(int position) const = 0;
    virtual int livingLanes() const = 0; ///< how many come first; the lanes after them are of what is gone
    virtual int currentLane() const = 0; ///< the position of the selected one; -1: none, or not here

    virtual TimelineTime now() const = 0;
    virtual const std::vector<TimelineLook> &looks() const = 0; ///< by TimelineMark::what
    virtual std::vector<TimelineBand> bands() const = 0;
    virtual QString timeText(TimelineTime time) const = 0;

    /// The lines to show for a lane at a moment.
    virtual QString tip(int position, TimelineTime time, TimelineLength tolerance) const = 0;

protected:
    TimelineSource() = default;
    Q_DISABLE_COPY_MOVE(TimelineSource)
};

} // namespace lockscope

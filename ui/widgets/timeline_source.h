// SPDX-License-Identifier: MIT
// The content of a TimelineView, requested lane by lane during painting: only visible lanes cost time. GUI thread.
#pragma once

#include "ui/widgets/timeline_history.h"

namespace lockscope {

/// The look and the name of a kind of mark.
struct TimelineLook
{
    enum class Shape {
        None,  ///< not drawn: the edge of its span shows it
        Tick,  ///< across the bar
        Notch, ///< across half of the bar
        Edge,  ///< taller than the bar
        Alarm, ///< taller than the bar, with a triangle
    };
    enum class Tone { Plain, Warning, Danger };

    Shape shape = Shape::None;
    Tone tone = Tone::Plain;
    QString word;
    bool labelled = false; ///< its word is shown next to it if there is room
    bool ends = false;     ///< it ends a span
    QString mark{};        ///< shown before the word in a table
};

/// A period of which not everything is known.
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

    /// Called before lanes are requested: after it, positions are stable until the next call.
    virtual void settle() = 0;
    virtual int laneCount() const = 0;
    virtual const TimelineLane *lane(int position) const = 0; ///< null: the lane is unknown
    virtual bool isGone(int position) const = 0;
    virtual int livingLanes() const = 0; ///< number of lanes of current locks, which come first; the lanes after them are of ended locks
    virtual int currentLane() const = 0; ///< position of the selected lane; -1: none, or not in the list

    /// The owners whose spans are underlined.
    virtual const QStringList &lit() const
    {
        static const QStringList none;
        return none;
    }

    /// When the lock of the lane at a position was taken, between two times, by somebody of whom more than the owner is known: each moment has a dot.
    virtual std::vector<TimelineTime> knownTakers(int /*position*/, TimelineTime /*begin*/, TimelineTime /*end*/) const { return {}; }

    /// Who made the mark, if more than the owner is known; the lane by its number in the history.
    virtual QString who(int /*lane*/, const TimelineMark &) const { return {}; }

    virtual TimelineTime now() const = 0;
    virtual const std::vector<TimelineLook> &looks() const = 0;                   ///< indexed by TimelineMark::what
    virtual std::vector<TimelineBand> bands() const = 0;                          ///< of all lanes
    virtual std::vector<TimelineBand> gaps(int /*position*/) const { return {}; } ///< of this lane alone
    virtual QString timeText(TimelineTime time) const = 0;

    /// The lines of the tooltip for a lane at a moment.
    virtual QString tip(int position, TimelineTime time, TimelineLength tolerance) const = 0;

protected:
    TimelineSource() = default;
    Q_DISABLE_COPY_MOVE(TimelineSource)
};

} // namespace lockscope

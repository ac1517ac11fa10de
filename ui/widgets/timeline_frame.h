// SPDX-License-Identifier: MIT
// All data for drawing one frame of a timeline.
#pragma once

#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_source.h"

#include <QSize>

namespace lockscope {

struct TimelineFrame
{
    const TimelineSource *source = nullptr;
    TimelineScale scale;
    TimelineLanes lanes;
    QSize size;            ///< px, of the whole timeline
    int gutter = 0;        ///< px at the left, for the lanes' names
    int axis = 0;          ///< px at the top
    bool relative = false; ///< the axis counts from now; otherwise it shows the time of day
    bool focused = false;
    std::optional<TimelineTime> crosshair;
    QString crosshairWord; ///< shown next to the time of the crosshair

    double plotWidth() const { return std::max(0, size.width() - gutter); }
    double timeOrigin() const { return gutter + scale.xOf(TimelineTime{}); } ///< px; fixed point for patterns that move with time
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Everything that the code that draws a timeline knows, for one frame.
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
    QSize size;            ///< px, of all
    int gutter = 0;        ///< px at the left, for the lanes' names
    int axis = 0;          ///< px at the top
    bool relative = false; ///< the axis counts from now; otherwise it shows the time of day
    bool focused = false;
    std::optional<TimelineTime> crosshair;
    QString crosshairWord; ///< next to its time

    double plotWidth() const { return std::max(0, size.width() - gutter); }
    double timeOrigin() const { return gutter + scale.xOf(TimelineTime{}); } ///< px; anchor of what moves with time
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The places of the items of a timeline: lanes by position (only visible ones), spans and marks by pixel, labels that do not overlap. Plain
// arithmetic; its cost depends on what is visible.
#pragma once

#include "ui/widgets/timeline_history.h"

#include <QRectF>

#include <span>

namespace lockscope {

/// Lanes from top to bottom, scrolled by pixel.
struct TimelineLanes
{
    int count = 0;
    int laneHeight = 24; ///< px
    int height = 0;      ///< visible px
    int scrolled = 0;    ///< px

    int first() const; ///< the first visible lane
    int last() const;  ///< the last one; < first() if there is none
    int topOf(int lane) const { return lane * laneHeight - scrolled; }
    int at(int y) const; ///< the lane at this height; -1: none
    int mostScrolled() const { return std::max(0, count * laneHeight - height); }
    int scrolledToShow(int lane) const;    ///< scrolls as little as possible
    int scrolledToEndWith(int lane) const; ///< makes it the last visible lane, if there are enough lanes before it
};

/// One bar: a span, or several that share the same pixels.
struct TimelineBar
{
    double left = 0, right = 0; ///< px, clipped to the visible range; at least one pixel
    int colour = -1;
    bool beginSeen = true; ///< the begin was seen, and is visible
    bool endSeen = true;   ///< its end is visible
    bool merged = false;   ///< represents more than one span
};

/// `now`: where an open span ends.
std::vector<TimelineBar> barsOf(const TrimmedVector<TimelineSpan> &spans, const TimelineScale &scale, double width, TimelineTime now);
std::vector<TimelineBar> barsOf(const TrimmedVector<TimelineWait> &waits, const TimelineScale &scale, double width, TimelineTime now);

/// The marks of one pixel column. The one with the greatest weight is shown, so that a more important mark is never hidden.
struct TimelineColumn
{
    int x = 0;
    int count = 0;
    int what = 0;         ///< of the mark with the greatest weight
    bool crowded = false; ///< neighbours within two pixels have marks, too: draw density, not single ticks
};

/// `weights` is indexed by TimelineMark::what; negative: not drawn; missing: 0.
std::vector<TimelineColumn> columnsOf(const TrimmedVector<TimelineMark> &marks, const TimelineScale &scale, double width,
                                      std::span<const int> weights);

struct TimelineLabel
{
    double left = 0, right = 0; ///< px that the label would take
    int weight = 0;             ///< the greatest weight is placed first
};

/// Which labels fit within `width` without overlap; `gap`: px between two labels.
std::vector<bool> placeable(const std::vector<TimelineLabel> &labels, double width, double gap);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Where things of a timeline stand: lanes by position (only those in sight), spans and marks by pixel, labels that do not
// overlap. Plain arithmetic, a cost that depends on what is in sight.
#pragma once

#include "widgets/timeline_history.h"

#include <QRectF>

#include <span>

namespace lockscope {

/// Lanes below each other, scrolled by pixels.
struct TimelineLanes
{
    int count = 0;
    int laneHeight = 24; ///< px
    int height = 0;      ///< px in sight
    int scrolled = 0;    ///< px

    int first() const; ///< the first lane in sight
    int last() const;  ///< the last one; < first() if there is none
    int topOf(int lane) const { return lane * laneHeight - scrolled; }
    int at(int y) const; ///< -1: none
    int mostScrolled() const { return std::max(0, count * laneHeight - height); }
    int scrolledToShow(int lane) const; ///< as little further as possible
};

/// One bar: a span, or several that fall upon the same pixels.
struct TimelineBar
{
    double left = 0, right = 0; ///< px, cut to what is in sight; at least one pixel
    int colour = -1;
    bool beginSeen = true; ///< and in sight
    bool endSeen = true;   ///< it has ended, in sight
    bool merged = false;   ///< stands for more than one span
};

/// `now`: where an open span ends.
std::vector<TimelineBar> barsOf(const TrimmedVector<TimelineSpan> &spans, const TimelineScale &scale, double width, TimelineTime now);
std::vector<TimelineBar> barsOf(const TrimmedVector<TimelineWait> &waits, const TimelineScale &scale, double width, TimelineTime now);

/// The marks of one pixel column. Of several the weightiest is told: none disappears behind another.
struct TimelineColumn
{
    int x = 0;
    int count = 0;
    int what = 0; ///< of the weightiest
    bool crowded = false; ///< its neighbours within two pixels have marks too: density, not single ticks
};

/// `weights`: by what; negative: not drawn; beyond the end: 0.
std::vector<TimelineColumn> columnsOf(const TrimmedVector<TimelineMark> &marks, const TimelineScale &scale, double width,
                                      std::span<const int> weights);

struct TimelineLabel
{
    double left = 0, right = 0; ///< px it would take
    int weight = 0;             ///< the heavier goes first
};

/// Which of them can stand, none upon another, none beyond `width`; `gap` px between two.
std::vector<bool> placeable(const std::vector<TimelineLabel> &labels, double width, double gap);

} // namespace lockscope

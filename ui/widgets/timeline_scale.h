// SPDX-License-Identifier: MIT
// Which time is at which pixel, and where the axis has its ticks. Plain arithmetic: no widget, no clock.
#pragma once

#include <QString>

#include <chrono>
#include <functional>
#include <vector>

namespace lockscope {

using TimelineTime = std::chrono::sys_time<std::chrono::microseconds>;
using TimelineLength = std::chrono::microseconds;

struct TimelineScale
{
    /// µs per pixel: a microsecond … an hour, which is six weeks on a screen.
    static constexpr double closest = 1, farthest = 3.6e9;

    TimelineTime begin{};     ///< at x = 0
    double perPixel = 66'000; ///< µs; closest … farthest

    double xOf(TimelineTime time) const { return static_cast<double>((time - begin).count()) / perPixel; }
    TimelineTime timeAt(double x) const;
    TimelineLength lengthOf(double pixels) const;

    /// `factor` > 1: closer. The time at `x` stays there.
    void zoom(double factor, double x);
    void pan(double pixels); ///< > 0: towards the past, as if the paper moved to the right

    /// From `first` at x = 0 to `last` at x = `width`.
    static TimelineScale fitting(TimelineTime first, TimelineTime last, double width);
};

/// The smallest step that people count in (1, 2, 5 …; 10 s, 15 s, 30 s, minutes, hours, days) and that is at least this wide.
TimelineLength axisStep(const TimelineScale &scale, double leastPixels);

/// The same, if the width of a label depends on the step.
TimelineLength axisStep(const TimelineScale &scale, const std::function<double(TimelineLength)> &leastPixelsFor);

/// Every `origin` + n · `step` from x = 0 to x = `width`.
std::vector<TimelineTime> axisTicks(const TimelineScale &scale, double width, TimelineTime origin, TimelineLength step);

/// "−20 s", "−1.5 s", "−2 m 30 s", "now": as precise as a multiple of `step` can be.
QString distanceLabel(TimelineLength distance, TimelineLength step);

/// Local time of day as fine as the step; the date at midnight.
QString clockLabel(TimelineTime time, TimelineLength step);

/// The local midnight at or before it: the origin of a clock-time axis.
TimelineTime midnightBefore(TimelineTime time);

} // namespace lockscope

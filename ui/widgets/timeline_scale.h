// SPDX-License-Identifier: MIT
// Converts times to pixels and places the ticks of the axis. Plain arithmetic: no widget, no clock.
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
    /// µs per pixel: from a microsecond to an hour, which is six weeks on a screen.
    static constexpr double closest = 1, farthest = 3.6e9;

    TimelineTime begin{};     ///< the time at x = 0
    double perPixel = 66'000; ///< µs; closest … farthest

    double xOf(TimelineTime time) const { return static_cast<double>((time - begin).count()) / perPixel; }
    TimelineTime timeAt(double x) const;
    TimelineLength lengthOf(double pixels) const;

    /// `factor` > 1: closer. The time at `x` stays there.
    void zoom(double factor, double x);
    void pan(double pixels); ///< > 0: towards the past; the content moves to the right

    /// The scale with `first` at x = 0 and `last` at x = `width`.
    static TimelineScale fitting(TimelineTime first, TimelineTime last, double width);
};

/// The smallest usual step (1, 2, 5 …; 10 s, 15 s, 30 s, minutes, hours, days) that is at least this wide.
TimelineLength axisStep(const TimelineScale &scale, double leastPixels);

/// The same, for labels whose width depends on the step.
TimelineLength axisStep(const TimelineScale &scale, const std::function<double(TimelineLength)> &leastPixelsFor);

/// All times `origin` + n · `step` from x = 0 to x = `width`.
std::vector<TimelineTime> axisTicks(const TimelineScale &scale, double width, TimelineTime origin, TimelineLength step);

/// "−20 s", "−1.5 s", "−2 m 30 s", "now": with the precision of `step`.
QString distanceLabel(TimelineLength distance, TimelineLength step);

/// Local time of day with the precision of the step; the date at midnight.
QString clockLabel(TimelineTime time, TimelineLength step);

/// The local midnight at or before the time: the origin of an axis with clock times.
TimelineTime midnightBefore(TimelineTime time);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Converts times of a run to pixels, and places the ticks of its axis. Plain arithmetic; any thread.
#pragma once

#include "lockcore/base/clock.h"

#include <QString>

#include <vector>

namespace lockscope {

class TimeAxis final
{
public:
    using Time = lockcore::Microseconds;

    /// `begin` is at `left`, `end` at `right`. Labels count from `zero`.
    TimeAxis(Time begin, Time end, Time zero, double left, double right);

    double left() const { return m_left; }
    double right() const { return m_right; }
    Time begin() const { return m_begin; }
    Time end() const { return m_end; }
    double xOf(Time time) const;        ///< the result may be outside of the axis
    double clampedXOf(Time time) const; ///< limited to the ends of the axis
    bool shows(Time time) const { return m_begin <= time && time <= m_end; }
    bool overlaps(Time begin, Time end) const { return begin <= m_end && end >= m_begin; }

    std::vector<Time> ticks() const;  ///< at multiples of 1, 2 or 5 times a power of ten
    QString labelOf(Time time) const; ///< `410.2 ms`, as precise as the ticks
    QString rangeText() const;        ///< `410.2 – 414.8 ms`

private:
    Time m_begin, m_end, m_zero, m_step;
    double m_left, m_right;
};

/// `404.43 ms`: precise enough for events within the same millisecond; independent of the locale.
QString exactTime(lockcore::Microseconds time);
QString exactMilliseconds(lockcore::Microseconds time); ///< without the unit

/// `12.4 ms`, `1.25 s`: three significant digits, independent of the locale.
QString shortTime(lockcore::Microseconds time);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The common time axis of several compact rows, aligned at their faults. A run waits for long, and is decided within some milliseconds, so
// time is stretched: after the fault each interval between two events of any row gets a width that grows slowly with its length. Pure; any thread.
#pragma once

#include "lockcore/report/compact_row.h"

#include <vector>

namespace lockscope {

class CompareAxis final
{
public:
    using Time = lockcore::Microseconds; ///< from the fault, negative before it

    CompareAxis() = default;
    explicit CompareAxis(const std::vector<const lockcore::CompactRow *> &rows);

    double placeOf(Time time) const; ///< 0 … 1; grows with time

    /// Round times with at least this part of the axis between them, ascending. 0 is one of them, if any run reaches it.
    std::vector<Time> ticks(double leastGap) const;

private:
    std::vector<Time> m_times;    ///< ascending
    std::vector<double> m_places; ///< one for each time
};

} // namespace lockscope

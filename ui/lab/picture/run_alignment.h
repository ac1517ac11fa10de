// SPDX-License-Identifier: MIT
// Which moment of one run belongs to which moment of another: the beginnings, where the fault happens, close-ups of the same moment, and the
// ends. Between these, time passes evenly. So both runs reach what decides them, and their ends, together. Pure; any thread.
#pragma once

#include "lockcore/base/clock.h"

#include <utility>
#include <vector>

namespace lockscope {

class RunAlignment final
{
public:
    using Time = lockcore::Microseconds;
    using Stretch = std::pair<Time, Time>;

    struct Run
    {
        Time begin{0}, anchor{0}, end{0};
        std::vector<Stretch> closeUps; ///< ascending, without overlap
    };

    RunAlignment() = default; ///< the same times
    RunAlignment(const Run &upper, const Run &lower);

    Time toLower(Time upper) const;
    Time toUpper(Time lower) const;

private:
    using Knot = std::pair<Time, Time>; ///< times that belong together, of the upper and the lower run

    void add(const Knot &knot);

    std::vector<Knot> m_knots; ///< ascending in both
};

} // namespace lockscope

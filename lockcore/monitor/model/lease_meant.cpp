// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lease_meant.h"

#include <utility>

namespace lockcore {

Milliseconds leaseMeant(Milliseconds left)
{
    using namespace std::chrono_literals;
    for (const auto &[unit, late] : {std::pair(1000ms, 50ms), std::pair(100ms, 5ms)}) {
        const auto above = (left + unit - 1ms) / unit * unit;
        if (left >= unit && above - left <= late)
            return above;
    }
    return left;
}

} // namespace lockcore

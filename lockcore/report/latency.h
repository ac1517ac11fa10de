// SPDX-License-Identifier: MIT
// Statistics of many durations. Pure; any thread.
#pragma once

#include "lockcore/base/clock.h"

#include <cstddef>
#include <vector>

namespace lockcore {

struct Latency
{
    std::size_t count = 0; ///< 0: the other members mean nothing
    Microseconds p50{0}, p99{0}, longest{0};
    bool operator==(const Latency &) const = default;
};

/// By nearest rank: each percentile is one of the values. With fewer than 100 values p99 is the longest.
Latency latencyOf(std::vector<Microseconds> values);

} // namespace lockcore

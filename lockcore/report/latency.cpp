// SPDX-License-Identifier: MIT
#include "lockcore/report/latency.h"

#include <algorithm>

namespace lockcore {

Latency latencyOf(std::vector<Microseconds> values)
{
    if (values.empty())
        return {};
    std::ranges::sort(values);
    const auto ranked = [&](std::size_t percent) { return values[(values.size() * percent + 99) / 100 - 1]; };
    return {values.size(), ranked(50), ranked(99), values.back()};
}

} // namespace lockcore

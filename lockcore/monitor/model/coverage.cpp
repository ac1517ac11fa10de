// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/coverage.h"

#include <numeric>

namespace lockcore {

std::int64_t Coverage::notReadable() const
{
    return std::accumulate(unread.begin(), unread.end(), std::int64_t(0), [](auto sum, const auto &some) { return sum + some.keys; });
}

std::int64_t Coverage::suspects() const
{
    return std::accumulate(unread.begin(), unread.end(), std::int64_t(0), [](auto sum, const auto &some) { return sum + some.suspects; });
}

} // namespace lockcore

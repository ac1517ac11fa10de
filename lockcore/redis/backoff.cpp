// SPDX-License-Identifier: MIT
#include "lockcore/redis/backoff.h"

#include <algorithm>

namespace lockcore {

Milliseconds Backoff::next()
{
    constexpr double first = 100;
    constexpr double longest = 10'000;
    const double middle = std::min(longest, first * static_cast<double>(1u << std::min(m_tries++, 10u)));
    return Milliseconds(static_cast<std::int64_t>(middle * std::uniform_real_distribution(0.75, 1.25)(m_random)));
}

} // namespace lockcore

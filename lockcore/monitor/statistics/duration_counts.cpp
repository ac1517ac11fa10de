// SPDX-License-Identifier: MIT
#include "lockcore/monitor/statistics/duration_counts.h"

#include <algorithm>
#include <cmath>

namespace lockcore {

namespace {

// Exact up to 10 ms; then each bucket is a tenth wider than the one before, and its middle stands for all in it.
constexpr std::int64_t exactUpTo = 10; // ms
constexpr double growth = 1.1;

int bucketOf(std::int64_t milliseconds)
{
    if (milliseconds <= exactUpTo)
        return static_cast<int>(milliseconds);
    return static_cast<int>(exactUpTo) + 1
           + static_cast<int>(std::log(static_cast<double>(milliseconds) / static_cast<double>(exactUpTo)) / std::log(growth));
}

Milliseconds middleOf(int bucket)
{
    if (bucket <= exactUpTo)
        return Milliseconds(bucket);
    const auto middle = static_cast<double>(exactUpTo) * std::pow(growth, bucket - static_cast<int>(exactUpTo) - 0.5);
    return Milliseconds(std::llround(middle));
}

} // namespace

void DurationCounts::add(Milliseconds duration)
{
    duration = std::max(duration, Milliseconds::zero());
    ++m_buckets[bucketOf(duration.count())];
    ++m_count;
    m_shortest = std::min(m_shortest, duration);
    m_longest = std::max(m_longest, duration);
}

void DurationCounts::add(const DurationCounts &other)
{
    for (const auto &[bucket, count] : other.m_buckets)
        m_buckets[bucket] += count;
    m_count += other.m_count;
    m_shortest = std::min(m_shortest, other.m_shortest);
    m_longest = std::max(m_longest, other.m_longest);
}

std::optional<Milliseconds> DurationCounts::percentile(double part) const
{
    const auto rank = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(part * static_cast<double>(m_count))), 1, m_count);
    std::int64_t passed = 0;
    for (const auto &[bucket, count] : m_buckets) {
        passed += count;
        if (passed >= rank)
            return std::clamp(middleOf(bucket), m_shortest, m_longest);
    }
    return std::nullopt;
}

} // namespace lockcore

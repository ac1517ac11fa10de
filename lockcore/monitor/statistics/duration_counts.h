// SPDX-License-Identifier: MIT
// How many durations were how long, so that percentiles of any number of them cost little memory. A value; any thread.
#pragma once

#include "lockcore/base/clock.h"

#include <cstdint>
#include <map>
#include <optional>

namespace lockcore {

class DurationCounts
{
public:
    void add(Milliseconds duration); ///< a negative one counts as 0
    void add(const DurationCounts &other);

    std::int64_t count() const { return m_count; }

    /// The duration that `part` (0…1) of all do not exceed, by nearest rank; at most 5 % off, and never outside of those that were added.
    /// None: there is none.
    std::optional<Milliseconds> percentile(double part) const;

    bool operator==(const DurationCounts &) const = default;

private:
    std::map<int, std::int64_t> m_buckets; ///< by the number of the bucket
    std::int64_t m_count = 0;
    Milliseconds m_shortest = Milliseconds::max();
    Milliseconds m_longest{};
};

} // namespace lockcore

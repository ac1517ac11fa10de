// SPDX-License-Identifier: MIT
// How busy a lock is, or all locks of one kind of name, as far as Lockscope saw it: changes closer together than its looks are one, so the
// counts are lower bounds, and a holding may hide a shorter one. Values; any thread.
#pragma once

#include "lockcore/monitor/statistics/duration_counts.h"

#include <string>

namespace lockcore {

struct LockStatistics
{
    std::int64_t handOvers = 0; ///< how often a holder got the lock: acquired, or taken over
    std::int64_t expired = 0;   ///< how often a lease ran out
    DurationCounts holds;       ///< of holdings whose begin and end were seen
    DurationCounts waits;       ///< from when a waiter was first seen in the library's queue until it held the lock; empty without a queue
    Milliseconds over{};        ///< the period of these counts: at most recentStatistics, less after the begin of watching

    bool any() const { return handOvers > 0 || expired > 0; }
    double handOversPerSecond() const;
    void add(const LockStatistics &other); ///< but its period
    bool operator==(const LockStatistics &) const = default;
};

/// Of all locks whose names are alike.
struct KindStatistics
{
    std::string kind; ///< `order:#`, `cart:*` (reading/kind_of_name.h); empty: further kinds together
    LockStatistics statistics;
    bool operator==(const KindStatistics &) const = default;
};

} // namespace lockcore

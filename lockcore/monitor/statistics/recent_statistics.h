// SPDX-License-Identifier: MIT
// The statistics of the last ten minutes, of the busiest locks and of all kinds of names, made of what a Monitor reports. Its memory is
// bounded, whatever happens on the server. No I/O, no clock of its own; one thread.
#pragma once

#include "lockcore/monitor/statistics/holdings_seen.h"
#include "lockcore/monitor/statistics/lock_statistics.h"
#include "lockcore/monitor/statistics/queues_seen.h"

#include <array>
#include <functional>
#include <list>

namespace lockcore {

class RecentStatistics
{
public:
    static constexpr std::chrono::minutes period{10};
    static constexpr std::size_t mostLocks = 5'000; ///< of which statistics of their own are kept; the one without news for longest yields
    static constexpr std::size_t mostKinds = 1'000; ///< further ones are counted together

    /// Only these events are counted; empty: all.
    using Wanted = std::function<bool(const LockEvent &)>;

    void apply(const MonitorChange &change, const Wanted &wanted = {});
    void clear() { *this = {}; }

    LockStatistics of(const LockId &id, ServerTime now) const;
    std::vector<KindStatistics> byKind(ServerTime now) const; ///< those with any, by their hand-overs, the most first

private:
    static constexpr std::chrono::minutes slice{1};
    static constexpr std::size_t slices = static_cast<std::size_t>(period / slice);

    struct Slice
    {
        std::int64_t number = -1; ///< time ÷ slice
        LockStatistics counts;
    };
    using Slices = std::array<Slice, slices>; ///< a ring by number

    struct OfLock
    {
        LockId id;
        Slices slices;
    };

    static std::int64_t numberOf(ServerTime time) { return time.time_since_epoch() / slice; }
    static void add(Slices &slices, ServerTime time, const LockStatistics &counts);
    LockStatistics sum(const Slices &slices, ServerTime now) const;
    Slices &slicesOf(const LockId &id);

    HoldingsSeen m_holdings;
    QueuesSeen m_queues;
    std::list<OfLock> m_locks; ///< the one with the newest event is first
    std::unordered_map<LockId, std::list<OfLock>::iterator> m_lockAt;
    std::unordered_map<std::string, Slices> m_kinds;
    std::optional<ServerTime> m_begin; ///< of watching
};

} // namespace lockcore

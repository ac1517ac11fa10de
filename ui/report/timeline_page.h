// SPDX-License-Identifier: MIT
// What all panels of a timeline share: which lanes are shown, and indexes that find what is in sight without looking at all of a long
// run. One thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/ink.h"
#include "ui/report/worker_group.h"

#include <map>
#include <set>
#include <span>
#include <unordered_map>

namespace lockscope {

/// One row of workers: a worker, or a group of them.
struct LaneRow
{
    std::size_t worker = 0;             ///< index of lanes.workers
    const WorkerGroup *group = nullptr; ///< instead of a worker
    bool open = false;                  ///< of a group: its workers follow, one row each
    bool inGroup = false;               ///< of a worker: it belongs to the open group above it
};

class TimelinePage final
{
public:
    using Time = lockcore::Microseconds;

    explicit TimelinePage(const lockcore::Lanes &lanes); ///< the lanes outlive it; all workers have a row

    const lockcore::Lanes &lanes;
    std::vector<LaneRow> rows;
    bool links = false;       ///< marks link to their entries
    std::size_t markRows = 3; ///< for the numbers above the lanes, at most
    double spread = 0;        ///< px between lanes, besides their own gaps
    bool keepsRows = false;   ///< the room for them is the same whatever stretch is shown

    bool isMarked(std::uint64_t number) const { return m_marked.contains(number); } ///< a verdict names it
    std::optional<std::size_t> workerOf(const lockcore::Incarnation &who) const;
    Ink inkOf(const lockcore::Incarnation &who) const; ///< each worker has its own in all lanes

    std::span<const lockcore::LaneFault *const> faults(lockcore::LanePlace place, std::size_t lane) const;
    lockcore::Milliseconds longestLease(std::size_t lock) const { return m_longest[lock]; }

    // What overlaps a stretch of time, or a little more than that.
    std::span<const lockcore::LockSpan> locksIn(std::size_t lock, Time begin, Time end) const;
    std::span<const lockcore::ResourceSpan> insideIn(std::size_t resource, Time begin, Time end) const;
    std::span<const lockcore::LaneBand> bandsIn(std::size_t resource, Time begin, Time end) const;

private:
    using Reach = std::vector<Time>; ///< of each span: the latest end of it and of all before it

    std::set<std::uint64_t> m_marked;
    std::unordered_map<std::string_view, std::size_t> m_workers;
    std::map<std::pair<lockcore::LanePlace, std::size_t>, std::vector<const lockcore::LaneFault *>> m_faults;
    std::vector<lockcore::Milliseconds> m_longest;
    std::vector<Reach> m_locks, m_insides, m_bands;
};

} // namespace lockscope

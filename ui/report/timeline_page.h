// SPDX-License-Identifier: MIT
// Data that all panels of a timeline share: which lanes are shown, and indexes that find the visible items without a pass over a long run.
// One thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/ink.h"
#include "ui/report/lane_heights.h"
#include "ui/report/worker_group.h"

#include <map>
#include <span>
#include <unordered_map>

namespace lockscope {

/// One row: a worker, or a group of workers.
struct LaneRow
{
    std::size_t worker = 0;             ///< index of lanes.workers
    const WorkerGroup *group = nullptr; ///< null: the row is a worker
    bool open = false;                  ///< only for a group: its workers follow, one row each
    bool inGroup = false;               ///< only for a worker: it belongs to the open group above it
};

class TimelinePage final
{
public:
    using Time = lockcore::Microseconds;

    explicit TimelinePage(const lockcore::Lanes &lanes); ///< `lanes` must outlive this object; each worker gets a row

    const lockcore::Lanes &lanes;
    std::vector<LaneRow> rows;
    bool links = false;       ///< marks are links to their entries
    std::size_t markRows = 3; ///< most rows for the numbers above the lanes
    LaneHeights heights;
    bool keepsRows = false; ///< the space for these rows is the same for every stretch of time

    double heightOf(const LaneRow &row) const { return row.group && row.open ? heights.heading : heights.worker(); }

    bool isMarked(std::uint64_t number) const { return m_marks.contains(number); } ///< the entry is a decisive moment
    const lockcore::LaneMark *protection(std::uint64_t number) const;              ///< null: the entry protected nothing
    /// The causes in this lane before `time`, the last one last.
    std::vector<const lockcore::LaneMark *> causesBefore(Time time, lockcore::LanePlace place, std::size_t lane) const;
    std::optional<std::size_t> workerOf(const lockcore::Incarnation &who) const;
    Ink inkOf(const lockcore::Incarnation &who) const; ///< the worker's ink, the same in all lanes

    std::span<const lockcore::LaneFault *const> faults(lockcore::LanePlace place, std::size_t lane) const;
    lockcore::Milliseconds longestLease(std::size_t lock) const { return m_longest[lock]; }

    // The items that overlap a stretch of time. May include a few more just outside.
    std::span<const lockcore::LockSpan> locksIn(std::size_t lock, Time begin, Time end) const;
    std::span<const lockcore::ResourceSpan> insideIn(std::size_t resource, Time begin, Time end) const;
    std::span<const lockcore::LaneBand> bandsIn(std::size_t resource, Time begin, Time end) const;

private:
    using Reach = std::vector<Time>; ///< for each span: the latest end of all spans up to it

    std::unordered_map<std::uint64_t, const lockcore::LaneMark *> m_marks;
    std::unordered_map<std::string_view, std::size_t> m_workers;
    std::map<std::pair<lockcore::LanePlace, std::size_t>, std::vector<const lockcore::LaneFault *>> m_faults;
    std::vector<const lockcore::LaneMark *> m_causes;
    std::vector<lockcore::Milliseconds> m_longest;
    std::vector<Reach> m_locks, m_insides, m_bands;
};

} // namespace lockscope

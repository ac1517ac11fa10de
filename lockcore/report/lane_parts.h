// SPDX-License-Identifier: MIT
// The parts of lanesOf(): one function and one file each.
#pragma once

#include "lockcore/judge/holding.h"
#include "lockcore/report/lanes.h"
#include "lockcore/report/speakers.h"

namespace lockcore::detail {

/// The visible part of a run: the entries after the warm-up, and their period of time; and what several lanes need to know of it.
struct Stage
{
    explicit Stage(const Run &of);

    const Run &run;
    const Speakers speakers;
    const std::vector<Holding> holdings; ///< one per claim
    Microseconds begin{0}, end{0};

    bool isPlayed(Number number) const { return number > run.begin; }
    Microseconds endOf(Number number) const { return number == 0 ? end : std::min(run.at(number), end); } ///< 0: it did not end
};

/// Assigns rows to spans: take() returns the lowest row that is free at `begin`, and occupies it until `end`. A span without an end
/// occupies its row for good.
class Rows
{
public:
    std::size_t take(Microseconds begin, Microseconds end);
    std::size_t count() const { return std::max<std::size_t>(m_until.size(), 1); }

private:
    std::vector<Microseconds> m_until;
};

std::vector<WorkerLane> workerLanes(const Stage &stage);
std::vector<LockLane> lockLanes(const Stage &stage);
std::vector<ResourceLane> resourceLanes(const Stage &stage);

} // namespace lockcore::detail

// SPDX-License-Identifier: MIT
// Many workers as one lane: it shows how many of them wait, hold and work. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

#include <QString>

#include <array>

namespace lockscope {

/// The number of workers in each state from `at` on. A paused or stalled worker keeps the state that was interrupted.
struct GroupCount
{
    lockcore::Microseconds at{0};
    std::array<int, lockcore::wordsOf<lockcore::WorkerSpan::State>.size()> of{};

    int in(lockcore::WorkerSpan::State state) const { return of.at(static_cast<std::size_t>(state)); }
};

struct WorkerGroup
{
    QString name;                     ///< `w21 … w40`
    std::vector<std::size_t> workers; ///< indices of lanes.workers, ascending
    std::vector<GroupCount> counts;   ///< ascending
    int most = 0;                     ///< the most workers that were active at the same time
};

WorkerGroup groupOf(const lockcore::Lanes &lanes, std::vector<std::size_t> workers);

/// Groups of at most `size` workers, made of those that no mark names, if there are more than `most` workers in total. At most `alone`
/// workers with marks get separate lanes.
std::vector<WorkerGroup> groupsOf(const lockcore::Lanes &lanes, std::size_t most = 24, std::size_t size = 20, std::size_t alone = 8);

/// `2 working, 1 holding, 3 waiting` at this moment; zero counts are left out.
QString groupText(const WorkerGroup &group, lockcore::Microseconds at);

} // namespace lockscope

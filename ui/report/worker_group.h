// SPDX-License-Identifier: MIT
// Many workers as one lane: how many of them wait, hold and work. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

#include <QString>

#include <array>

namespace lockscope {

/// From `at` on, as many workers as this are in each state. What a pause or a stall interrupts counts as that.
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
    int most = 0;                     ///< that did anything at one time
};

WorkerGroup groupOf(const lockcore::Lanes &lanes, std::vector<std::size_t> workers);

/// The workers that no mark names, in groups of at most `size`, if there are more than `most` workers at all. At most `alone` workers
/// that marks name have lanes of their own.
std::vector<WorkerGroup> groupsOf(const lockcore::Lanes &lanes, std::size_t most = 24, std::size_t size = 20, std::size_t alone = 8);

/// `2 working, 1 holding, 3 waiting` at this moment; what is 0 is left out.
QString groupText(const WorkerGroup &group, lockcore::Microseconds at);

} // namespace lockscope

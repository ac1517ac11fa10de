// SPDX-License-Identifier: MIT
// What workers believe against what Redis says, over the time of a run. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

namespace lockcore {

/// A worker believes that it holds the lock.
struct BeliefSpan
{
    Microseconds begin{0}, end{0};
    std::optional<bool> agrees; ///< a holding of its making is in Redis, on as many servers as a lock needs; none: nobody looked
    bool operator==(const BeliefSpan &) const = default;
};

/// Of each worker of the lanes, ascending, without overlap. The incarnations of a worker are taken together.
std::vector<std::vector<BeliefSpan>> beliefsOf(const Lanes &lanes);

} // namespace lockcore

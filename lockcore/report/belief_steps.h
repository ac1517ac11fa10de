// SPDX-License-Identifier: MIT
// What each worker believes about its locks, compared with the record of the servers, as steps in the order of the history. Pure.
#pragma once

#include "lockcore/report/lane_parts.h"

namespace lockcore::detail {

/// The state from this entry on.
struct BeliefStep
{
    Number from = 0;
    std::int64_t count = 0;          ///< how many times it believes that it holds the lock; 0: it does not
    bool contradicted = false;       ///< it believes that it holds a lock, and the record proves that it does not
    bool holds = false;              ///< a holding that it made, or one on which its belief rests, is in Redis
    std::vector<LockBelief> locks{}; ///< if the run has several: each that it believes in, or holds
};

/// By worker, or owner in it. The beliefs are those of the worker's current incarnation; those of the warm-up are left out.
std::map<std::string, std::vector<BeliefStep>> beliefSteps(const Stage &stage);

} // namespace lockcore::detail

// SPDX-License-Identifier: MIT
// What each worker believes about its locks, beside what the record of the servers says, as steps in the order of the history. Pure.
#pragma once

#include "lockcore/report/lane_parts.h"

namespace lockcore::detail {

/// What is so from this entry on.
struct BeliefStep
{
    Number from = 0;
    std::int64_t count = 0;    ///< how often it believes to hold the lock; 0: it does not
    bool contradicted = false; ///< it believes to hold a lock of which the record proves that it does not, by the judge's own holdingsOf()
    bool holds = false;        ///< a holding of its making, or one that it counts on, is in Redis
};

/// By worker. Beliefs are those of the incarnation that is there; those of the warm-up are left out.
std::map<std::string, std::vector<BeliefStep>> beliefSteps(const Stage &stage);

} // namespace lockcore::detail

// SPDX-License-Identifier: MIT
// What the LockTable knows of one name.
#pragma once

#include "lockcore/monitor/transition/key_history.h"

namespace lockcore {

struct LockEntry : KeyHistory
{
    bool changed = false; ///< among the changed ones
    ServerTime waitersTold{};
    std::size_t moment = 0;  ///< for the AlarmHeap
    std::size_t counted = 0; ///< its place among the locks whose channels are counted, from 1; 0: it is not there
};

} // namespace lockcore

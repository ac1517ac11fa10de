// SPDX-License-Identifier: MIT
// What the LockTable knows about one name.
#pragma once

#include "lockcore/monitor/transition/key_history.h"

namespace lockcore {

struct LockEntry : KeyHistory
{
    bool changed = false; ///< in the list of changed locks
    ServerTime waitersTold{};
    std::size_t moment = 0;  ///< place in the AlarmHeap
    std::size_t counted = 0; ///< place among the locks whose channels are counted, from 1; 0: none
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// A place in a worker's code, with all that it still depends on: what the automaton of a worker consists of.
#pragma once

#include "lockcore/explorer/request.h"

#include <array>

namespace lockcore::explorer {

struct Node
{
    std::array<int, tasks> request{};    ///< what each task waits for; 0: nothing
    std::array<int, tasks> story{};      ///< of each task: what it has seen since it last said that nothing else matters
    std::array<bool, tasks> hasSteady{}; ///< does it keep a reading of the steady clock?
    int kept = 0;                        ///< what the lock and the worker's memory keep
    TokenNames tokens = 0;               ///< which all this contains
    int holds = 0;                       ///< of the lock, as the worker believes
    int validity = 0;                    ///< ms, which the lock has promised; 0: none
    int fence = 0;                       ///< the number that the lock has given it; 0: none
    bool isInside = false;               ///< in its critical section
    bool isRefused = false;              ///< the lock has just not been acquired again
    bool hasReleased = false;            ///< it has just been told how its last release went
    bool hasEnded = false;               ///< the worker's own task
    bool isSubscribed = false;
    std::optional<Step> read; ///< it reads this at once: the number is the argument, not the answer
    bool operator==(const Node &) const = default;
};

} // namespace lockcore::explorer

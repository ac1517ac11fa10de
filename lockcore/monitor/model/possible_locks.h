// SPDX-License-Identifier: MIT
// Keys that may be locks, but whose evidence is too weak to claim it: a drawn token under a name that says nothing. They are counted by kind
// of name, not followed, and have no events. Values that cross threads.
#pragma once

#include "lockcore/monitor/model/lock.h"

namespace lockcore {

/// Many keys alike: data rather than locks.
struct ManyAlike
{
    std::string kind;       ///< of their names: `session:#` (reading/kind_of_name.h)
    std::int64_t count = 0; ///< about: SCAN may return a name twice
    bool operator==(const ManyAlike &) const = default;
};

struct PossibleLocks
{
    static constexpr std::size_t mostAlike = 8;    ///< of one kind of name
    static constexpr std::size_t mostInAll = 1000; ///< a further one is counted in `notShown`
    static constexpr std::size_t mostKinds = 100;  ///< of `many`, those with the most keys; the keys of others are counted in `notShown`

    SharedList<LockInfo> locks; ///< in the order of their ids; each as one look showed it, at its `heldSince`
    SharedList<ManyAlike> many; ///< the largest first
    std::int64_t notShown = 0;  ///< further keys, about
    bool freeNamesUnread =
        false; ///< strings whose names say nothing were not looked at: there are too many keys, and the sweep was not deep
    bool operator==(const PossibleLocks &) const = default;
};

} // namespace lockcore

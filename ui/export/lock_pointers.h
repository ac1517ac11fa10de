// SPDX-License-Identifier: MIT
// Locks in the order of output, without copies: there may be a hundred thousand of them, a kilobyte each.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <vector>

namespace lockscope {

using LockPointers = std::vector<const lockcore::LockInfo *>;

/// `locks` must outlive the pointers.
template <class Locks = std::vector<lockcore::LockInfo>>
LockPointers pointersTo(const Locks &locks)
{
    LockPointers pointers;
    pointers.reserve(locks.size());
    for (const auto &lock : locks)
        pointers.push_back(&lock);
    return pointers;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Locks in an order to be written in, without a copy: there may be a hundred thousand, of a kilobyte each.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <vector>

namespace lockscope {

using LockPointers = std::vector<const lockcore::LockInfo *>;

/// `locks` must outlive them.
inline LockPointers pointersTo(const std::vector<lockcore::LockInfo> &locks)
{
    LockPointers pointers;
    pointers.reserve(locks.size());
    for (const auto &lock : locks)
        pointers.push_back(&lock);
    return pointers;
}

} // namespace lockscope

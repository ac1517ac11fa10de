// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/monitor/model/lock.h"

namespace lockscope {

/// Somebody begins to wait for a lock, or nobody waits any more. No event says so.
struct WaitChange
{
    lockcore::LockId id;
    bool awaited = false;
    lockcore::ServerTime at{};
};

} // namespace lockscope

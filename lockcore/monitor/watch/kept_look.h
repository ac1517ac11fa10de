// SPDX-License-Identifier: MIT
// What the LockTable keeps of the last look at a lock: all that LockInfo does not have. Pure.
#pragma once

#include "lockcore/monitor/model/event_rules.h"

namespace lockcore {

struct KeptLook
{
    ServerTime at{};
    Value value;
    std::map<Bytes, Value> companions; ///< those that are there
    Traits traits;                     ///< without channels if the waiters are counted without them
};

KeptLook kept(Snapshot snapshot);

/// The snapshot again. `lock`: as it was made of that look.
Snapshot restored(const KeptLook &kept, const LockInfo &lock);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// The locks as reported so far by the changes of a Monitor.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <unordered_map>

namespace lockscope {

class KnownLocks
{
public:
    void apply(const lockcore::MonitorChange &change);

    /// The lock as last known. If `change`, already applied, removed the lock, the result is its state before that. An unknown lock has
    /// only its id.
    lockcore::LockInfo lastKnown(const lockcore::LockId &id, const lockcore::MonitorChange &change) const;

private:
    std::unordered_map<lockcore::LockId, lockcore::LockInfo> m_locks;
};

} // namespace lockscope

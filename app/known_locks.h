// SPDX-License-Identifier: MIT
// The locks as reported so far by the changes of a Monitor.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/monitor.h"

#include <unordered_map>

namespace lockscope {

class KnownLocks
{
public:
    void apply(const lockcore::MonitorChange &change);

    /// As last known; with `change` already applied, this includes a lock that `change` removed. An unknown lock has only its id.
    lockcore::LockInfo lastKnown(const lockcore::LockId &id, const lockcore::MonitorChange &change) const;

    /// Ordered by database and name. Afterwards none is known: a hundred thousand locks need not be in memory twice.
    std::vector<lockcore::LockInfo> takeMatching(const lockcore::Filter &filter, lockcore::ServerTime now);

    /// Drops those whose deadline has passed: they are gone, or their renewal is not known yet.
    void dropLapsed(lockcore::ServerTime now);

    std::size_t size() const { return m_locks.size(); }

private:
    std::unordered_map<lockcore::LockId, lockcore::LockInfo> m_locks;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The locks as the changes of a Monitor have told them so far.
#pragma once

#include "monitor/filter.h"
#include "monitor/monitor.h"

#include <unordered_map>

namespace lockscope {

class KnownLocks
{
public:
    void apply(const lockcore::MonitorChange &change);

    /// As last known: with `change` just applied, also one that is gone with it. An unknown one has only its id.
    lockcore::LockInfo lastKnown(const lockcore::LockId &id, const lockcore::MonitorChange &change) const;

    /// In the order of databases and names.
    std::vector<lockcore::LockInfo> matching(const lockcore::Filter &filter, lockcore::ServerTime now) const;

    std::size_t size() const { return m_locks.size(); }

private:
    std::unordered_map<lockcore::LockId, lockcore::LockInfo> m_locks;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "app/monitor/known_locks.h"

#include <algorithm>

namespace lockscope {

using lockcore::LockId;
using lockcore::LockInfo;
using lockcore::MonitorChange;

void KnownLocks::apply(const MonitorChange &change)
{
    for (const auto &gone : change.gone)
        m_locks.erase(gone.last.id);
    for (const auto &lock : change.changed)
        m_locks.insert_or_assign(lock.id, lock);
}

LockInfo KnownLocks::lastKnown(const LockId &id, const MonitorChange &change) const
{
    if (const auto known = m_locks.find(id); known != m_locks.end())
        return known->second;
    const auto gone = std::ranges::find(change.gone, id, [](const auto &entry) { return entry.last.id; });
    if (gone != change.gone.end())
        return gone->last;
    LockInfo unknown;
    unknown.id = id;
    return unknown;
}

} // namespace lockscope

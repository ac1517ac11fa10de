// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/locks_without_ttl.h"

namespace lockcore {

void LocksWithoutTtl::readAgain()
{
    for (const auto &id : m_parts.store.table().bareSince(m_parts.serverNow() - undecidedFor))
        m_parts.watchList.readAgain(id.key);
    m_feed.wake();
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/bare_locks.h"

namespace lockcore {

void BareLocks::readAgain()
{
    for (const auto &id : m_parts.board.table().bareSince(m_parts.serverNow() - undecidedFor))
        m_parts.watchList.readAgain(id.key);
    m_feed.wake();
}

} // namespace lockcore

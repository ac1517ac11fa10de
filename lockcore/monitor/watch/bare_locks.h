// SPDX-License-Identifier: MIT
// Locks without the lease that is due. One look proves nothing, because a library may set the TTL in a second command: such a lock
// is immortal only if a later look shows no lease either. One thread.
#pragma once

#include "lockcore/monitor/reading/prober.h"
#include "lockcore/monitor/watch/feed.h"
#include "lockcore/monitor/watch/session_parts.h"

namespace lockcore {

class BareLocks
{
public:
    BareLocks(const SessionParts &parts, Feed &feed, Prober &prober)
        : m_parts(parts)
        , m_feed(feed)
        , m_prober(prober)
    { }

    void readAgain();                    ///< has the feed re-read those whose first look is long enough ago
    Task<Result<void>> lookAtAllAgain(); ///< without a feed: waits until that is long enough ago, then looks at all

private:
    const SessionParts &m_parts;
    Feed &m_feed;
    Prober &m_prober;
};

} // namespace lockcore

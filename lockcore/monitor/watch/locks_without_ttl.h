// SPDX-License-Identifier: MIT
// Locks without the lease that is due. One look proves nothing, because a library may set the TTL in a second command: such a lock
// is immortal only if a later look shows no lease either. One thread.
#pragma once

#include "lockcore/monitor/model/state_rules.h"
#include "lockcore/monitor/watch/feed.h"
#include "lockcore/monitor/watch/session_parts.h"

namespace lockcore {

class LocksWithoutTtl
{
public:
    static constexpr auto undecidedFor = betweenLooks + std::chrono::milliseconds(100); ///< after the first look

    LocksWithoutTtl(const SessionParts &parts, Feed &feed)
        : m_parts(parts)
        , m_feed(feed)
    { }

    void readAgain(); ///< makes the feed read each lock again whose first look is old enough

private:
    const SessionParts &m_parts;
    Feed &m_feed;
};

} // namespace lockcore

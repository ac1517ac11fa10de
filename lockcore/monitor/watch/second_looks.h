// SPDX-License-Identifier: MIT
// For `list`, which has no feed: a second look at locks for which one look proves nothing. One thread.
#pragma once

#include "lockcore/monitor/reading/prober.h"
#include "lockcore/monitor/watch/session_parts.h"

namespace lockcore {

class SecondLooks
{
public:
    SecondLooks(const SessionParts &parts, Prober &prober)
        : m_parts(parts)
        , m_prober(prober)
    { }

    Task<Result<void>> atBareLocks();   ///< waits until their first look is old enough
    Task<Result<void>> atLapsedLocks(); ///< locks whose deadline has passed since: renewed, or gone

private:
    Task<Result<void>> at(std::vector<LockId> ids);

    const SessionParts &m_parts;
    Prober &m_prober;
};

} // namespace lockcore

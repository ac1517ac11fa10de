// SPDX-License-Identifier: MIT
// The value is the time of acquisition, by the holder's clock; there is no TTL. A lock that is as old as the lifetime is stale, and the
// first worker to GETSET it gets it. A plain DEL releases it.
// Broken by: clocks that differ (A5), a stamp that is already old when it is written (A8), DEL after the lifetime (R1) or by a worker that
// never got the lock (R5). The loser of a race for a stale lock overwrites the winner's stamp (A6).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class TimestampTakenLock final : public Lock
{
public:
    TimestampTakenLock(Context &context, Bytes key, Milliseconds lifetime = std::chrono::seconds(5))
        : Lock(context, std::move(key))
        , m_lifetime(lifetime)
    { }

    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_stamp);
    }

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_lifetime;
    Bytes m_stamp;
};

} // namespace lockcore

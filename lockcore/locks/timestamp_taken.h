// SPDX-License-Identifier: MIT
// The value is the time at which the lock was taken, by the taker's clock; there is no TTL. One that is as old as the lifetime
// is stale, and whoever GETSETs it first may have it. Released by a plain DEL.
// Broken by: clocks that differ (A5), a stamp that grew old before it was written (A8), DEL after the lifetime (R1), and the
// loser of a race for a stale lock writes over the winner's stamp (A6).
#pragma once

#include "locks/lock.h"

namespace lockcore {

class TimestampTakenLock final : public Lock
{
public:
    TimestampTakenLock(Context &context, Bytes key, Milliseconds lifetime = std::chrono::seconds(5))
        : Lock(context, std::move(key)), m_lifetime(lifetime) { }

    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_lifetime;
    Bytes m_stamp;
};

} // namespace lockcore

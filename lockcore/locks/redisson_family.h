// SPDX-License-Identifier: MIT
// Shared by Redisson's locks: a hash counts the owner's holds, and a watchdog renews the lock if the acquisition gave no lease.
#pragma once

#include "lockcore/locks/lock.h"
#include "lockcore/locks/redisson_names.h"
#include "lockcore/locks/watchdog.h"

namespace lockcore {

struct RedissonOptions
{
    Milliseconds lease = redisson::watchdogTimeout; ///< if the acquisition gives none; Redisson's lockWatchdogTimeout
    WatchdogOptions watchdog{.firstDelay = redisson::renewalPeriod, .period = redisson::renewalPeriod, .lease = redisson::watchdogTimeout};
};

class RedissonFamilyLock : public Lock
{
public:
    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_holds, m_lastLease);
        m_watchdog.remember(locals);
    }

protected:
    RedissonFamilyLock(Context &context, Bytes key, Bytes owner, RedissonOptions options);

    Task<Renewed> extend(Milliseconds lease) override;

    Milliseconds durationOf(Lease lease) const { return lease.value_or(m_options.lease); }

    /// The outcome of an acquisition script: nil means held, a number is the PTTL of another worker's lock. Counts the hold, and starts the
    /// watchdog if no lease was given. A script that failed may have written already: Redisson then leaves a lock without a TTL (A1); here
    /// the outcome is Unknown, so that the caller releases the lock.
    Acquired acquireOutcome(const Answer &pttl, Lease lease);

    /// Call it before releasing. Subtracts a hold whatever the answer will be, as Redisson does, and stops the watchdog at 0: if the
    /// release failed while the watchdog runs, the lock would never expire (R8).
    void removeHold();

    /// The outcome of a release script: nil means not the owner, 0 still held, any other number freed. A key with a value of another type
    /// is not our lock.
    Released releaseOutcome(const Answer &freed);

    std::int64_t holds() const override { return m_holds; }

    const Bytes owner;

    /// The lease of the last acquisition. Redisson sets it again when a release leaves holds.
    Milliseconds lastLease() const { return m_lastLease; }

private:
    void noteGone();

    const RedissonOptions m_options;
    std::int64_t m_holds = 0; ///< may differ from the count in Redis after a lost answer (E4)
    Milliseconds m_lastLease{0};
    Watchdog m_watchdog;
};

} // namespace lockcore

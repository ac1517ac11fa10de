// SPDX-License-Identifier: MIT
// What Redisson's locks have in common: an owner whose holds a hash counts, and a watchdog while no lease was given.
#pragma once

#include "locks/lock.h"
#include "locks/redisson_names.h"
#include "locks/watchdog.h"

namespace lockcore {

struct RedissonOptions
{
    Milliseconds lease = redisson::watchdogTimeout; ///< where none is given; Redisson's lockWatchdogTimeout
    WatchdogOptions watchdog{.firstDelay = redisson::renewalPeriod,
                             .period = redisson::renewalPeriod,
                             .lease = redisson::watchdogTimeout};
};

class RedissonFamilyLock : public Lock
{
public:
    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;

protected:
    RedissonFamilyLock(Context &context, Bytes key, Bytes owner, RedissonOptions options);

    Task<Renewed> extend(Milliseconds lease) override;

    Milliseconds durationOf(Lease lease) const { return lease.value_or(m_options.lease); }

    /// By what the script of an acquisition answered: nil held, else the PTTL. Held without a lease, the watchdog runs.
    Acquired taken(const Answer &left, Lease lease);

    /// First of all, for if the release fails a watchdog that went on would hold the lock for ever (R8). Tells whether it ran.
    bool stopRenewing();

    /// By what the script of a release answered: nil not the owner, 0 still held, else freed. Still held, it is renewed again.
    Released given(const Answer &freed, bool renewed);

    const Bytes owner;

    /// Of the last acquisition: Redisson sets it again on a release that leaves holds.
    Milliseconds lastLease() const { return m_lastLease; }

private:
    const RedissonOptions m_options;
    std::int64_t m_holds = 0; ///< for Released::holds: the scripts only say "still held"
    Milliseconds m_lastLease{0};
    Watchdog m_watchdog;
};

} // namespace lockcore

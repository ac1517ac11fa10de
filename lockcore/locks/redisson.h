// SPDX-License-Identifier: MIT
// Redisson's RLock, as it is on the wire: a hash of `<instance>:<worker>` → hold count, a release announced on
// redisson_lock__channel:{name} with "0", and a watchdog while no lease was given.
// Broken by: a given lease that turns the watchdog off (L2), an inner lease shorter than the outer (E8), a pause longer than the
// lease (L8), a failover (D1); as in 3.16.4 also by one failed renewal, after which it renews no more (L6).
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

class RedissonLock final : public Lock
{
public:
    RedissonLock(Context &context, Bytes key, RedissonOptions options = {});

    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;
    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::lockChannel(key); }

private:
    const RedissonOptions m_options;
    const Bytes m_owner;
    std::int64_t m_holds = 0; ///< for Released::holds: the script only says "still held"
    Milliseconds m_lease{0}; ///< of the last acquisition: Redisson sets it again on a release that leaves holds
    Watchdog m_watchdog;
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Redisson's RLock, as on the wire: a hash of `<instance>:<worker>` → hold count, a message "0" on redisson_lock__channel:{name}
// for each release, and a watchdog if the acquisition gave no lease.
// Broken by: a given lease, which turns the watchdog off (L2), a lease that is too short for a delay (L3), an inner lease shorter
// than the outer (E8), a pause longer than the lease (L8), a failover (D1). With after-error=give-up, as in 3.16.4: one failed
// renewal, after which nothing is renewed (L6).
#pragma once

#include "lockcore/locks/redisson_family.h"

namespace lockcore {

class RedissonLock final : public RedissonFamilyLock
{
public:
    RedissonLock(Context &context, Bytes key, RedissonOptions options = {});

    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::lockChannel(key); }
};

} // namespace lockcore

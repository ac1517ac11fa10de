// SPDX-License-Identifier: MIT
// Redisson's RLock, as it is on the wire: a hash of `<instance>:<worker>` → hold count, a release announced on
// redisson_lock__channel:{name} with "0", and a watchdog while no lease was given.
// Broken by: a given lease that turns the watchdog off (L2), an inner lease shorter than the outer (E8), a pause longer than the
// lease (L8), a failover (D1); as in 3.16.4 also by one failed renewal, after which it renews no more (L6).
#pragma once

#include "locks/redisson_family.h"

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

// SPDX-License-Identifier: MIT
// Redisson's RFairLock, as it is on the wire: an RLock with a queue. A list names the waiters in order, a zset says after which
// time each counts as gone; a release wakes the head, on a channel of its own.
// Broken by: a dead waiter at the head, whom all others wait out (C5); waiters whose clocks differ, for the times in the zset
// are theirs (C5); and by what breaks `redisson`.
#pragma once

#include "locks/redisson_family.h"

namespace lockcore {

class RedissonFairLock final : public RedissonFamilyLock
{
public:
    struct Options
    {
        RedissonOptions lock;
        Milliseconds queueTimeout = redisson::fairWaitTimeout; ///< how long a waiter may not be heard of
    };

    RedissonFairLock(Context &context, Bytes key, Options options);
    RedissonFairLock(Context &context, Bytes key) : RedissonFairLock(context, std::move(key), Options()) { }

    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override { return ask(lease, false); }
    Task<Acquired> attemptInLine(Lease lease) override { return ask(lease, true); }
    Task<void> leaveLine() override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::fairChannel(key, owner); }

private:
    Task<Acquired> ask(Lease lease, bool inLine);

    const Milliseconds m_queueTimeout;
    const Bytes m_queue;
    const Bytes m_timeouts;
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Redisson's RFairLock, as on the wire: an RLock with a queue. A list holds the waiters in order. A zset holds, for each waiter, the time
// after which it counts as gone. A release wakes the head of the queue, on the head's own channel.
// Broken by: a dead waiter at the head, because all others wait for its timeout (C5); waiters whose clocks differ, because they write the
// times in the zset (C5); and what breaks `redisson`, except overtaking (C4).
// It differs from Redisson's scripts in two ways. A head without a time in the zset would block the queue: here it counts as gone; Redisson
// does not handle this case. And releasing a lock that has vanished answers "not the owner", where Redisson reports success.
#pragma once

#include "lockcore/locks/redisson_family.h"

namespace lockcore {

class RedissonFairLock final : public RedissonFamilyLock
{
public:
    struct Options
    {
        RedissonOptions lock;
        Milliseconds queueTimeout = redisson::fairWaitTimeout; ///< how long a waiter stays in the queue without a sign of life
    };

    RedissonFairLock(Context &context, Bytes key, Options options);
    RedissonFairLock(Context &context, Bytes key)
        : RedissonFairLock(context, std::move(key), Options())
    { }

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

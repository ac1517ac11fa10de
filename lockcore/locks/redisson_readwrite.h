// SPDX-License-Identifier: MIT
// Redisson's RReadWriteLock, as it is on the wire: a hash with a field `mode` and the holders' counts. Many readers or one
// writer, who may read too. Each read hold has a key of its own whose TTL is that reader's lease.
// Broken by: two readers who both want to write wait for each other for ever (E10); and by what breaks `redisson`.
#pragma once

#include "locks/redisson.h"

namespace lockcore {

class RedissonReadLock final : public Lock
{
public:
    RedissonReadLock(Context &context, Bytes key, RedissonOptions options = {});

    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;
    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::rwChannel(key); }

private:
    Bytes timeoutPrefix() const; ///< of our own read holds; a hold's number follows

    const RedissonOptions m_options;
    const Bytes m_owner;
    std::int64_t m_holds = 0; ///< for Released::holds: the script only says "still held"
    Watchdog m_watchdog;
};

class RedissonWriteLock final : public Lock
{
public:
    RedissonWriteLock(Context &context, Bytes key, RedissonOptions options = {});

    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;
    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::rwChannel(key); }

private:
    const RedissonOptions m_options;
    const Bytes m_owner; ///< `<instance>:<worker>:write`
    std::int64_t m_holds = 0; ///< for Released::holds: the script only says "still held"
    Milliseconds m_lease{0};
    Watchdog m_watchdog;
};

} // namespace lockcore

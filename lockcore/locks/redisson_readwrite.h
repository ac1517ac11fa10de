// SPDX-License-Identifier: MIT
// Redisson's RReadWriteLock, as it is on the wire: a hash with a field `mode` and the holders' counts. Many readers or one
// writer, who may read too. Each read hold has a key of its own whose TTL is that reader's lease.
// Broken by: two readers who both want to write wait for each other for ever (E10); and by what breaks `redisson`.
#pragma once

#include "locks/redisson_family.h"

namespace lockcore {

class RedissonReadLock final : public RedissonFamilyLock
{
public:
    RedissonReadLock(Context &context, Bytes key, RedissonOptions options = {});

    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::rwChannel(key); }

private:
    Bytes timeoutPrefix() const; ///< of our own read holds; a hold's number follows
};

/// Its owner is `<instance>:<worker>:write`.
class RedissonWriteLock final : public RedissonFamilyLock
{
public:
    RedissonWriteLock(Context &context, Bytes key, RedissonOptions options = {});

    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;
    Bytes channel() const override { return redisson::rwChannel(key); }
};

} // namespace lockcore

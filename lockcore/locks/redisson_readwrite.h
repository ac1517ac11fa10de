// SPDX-License-Identifier: MIT
// Redisson's RReadWriteLock, as on the wire: a hash with a field `mode` and the holders' counts. There are many readers, or one writer,
// which may read, too. Each read hold has its own key, and this key's TTL is the reader's lease.
// Broken by: two readers that both want to write and wait for each other for ever (E10); and what breaks `redisson`.
//
// It differs from Redisson's scripts in three ways. Releasing a lock that has vanished answers "not the owner", where Redisson reports
// success. A reader's release shortens the lease only in mode `read`: in Redisson it also shortens the writer's lease. And a renewal
// extends only the reader's own holds: in older Redisson a live reader keeps a dead reader's holds alive (L17).
#pragma once

#include "lockcore/locks/redisson_family.h"

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
    Bytes timeoutPrefix() const; ///< prefix of this reader's keys; the number of the hold follows
};

/// The owner of a write hold is `<instance>:<worker>:write`.
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

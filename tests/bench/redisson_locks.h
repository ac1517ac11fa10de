// SPDX-License-Identifier: MIT
// Many locks as Redisson's RLock stores them, and the commands that change them. Each change is one transaction, like Redisson's scripts.
// Knows the data in Redis as long as no other client writes. No I/O.
#pragma once

#include "lockcore/base/clock.h"
#include "support/redis_client.h"

namespace lockcore::bench {

enum class ChangeKind {
    Acquire,
    Renew,
    Reenter,
    PartlyRelease,
    Release, ///< with an announcement, as by unlock()
    Delete,  ///< by a client that sends no announcement
};

class RedissonLocks
{
public:
    struct Lock
    {
        std::string key;
        std::string owner;
        std::int64_t count = 0; ///< 0: free
    };

    RedissonLocks(std::size_t count, Milliseconds lease);

    const std::vector<Lock> &all() const { return m_locks; }

    /// Appends the commands and records the new state of the lock; `owner` is needed to acquire.
    void change(std::vector<test::Command> &commands, std::size_t lock, ChangeKind kind, std::string owner = {});

    /// Gives a free lock a new name.
    void rename(std::size_t lock, std::string key) { m_locks[lock].key = std::move(key); }

    static std::string channelOf(const std::string &key) { return "redisson_lock__channel:" + key; }

private:
    std::vector<Lock> m_locks;
    const std::string m_lease;
};

} // namespace lockcore::bench

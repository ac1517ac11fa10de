// SPDX-License-Identifier: MIT
#include "bench/redisson_locks.h"

namespace lockcore::bench {

RedissonLocks::RedissonLocks(std::size_t count, Milliseconds lease)
    : m_lease(std::to_string(lease.count()))
{
    m_locks.resize(count);
    // With braces in the name, its channel is simply `redisson_lock__channel:` + name.
    for (std::size_t i = 0; i < count; ++i)
        m_locks[i].key = "order:{" + std::to_string(i) + '}';
}

void RedissonLocks::change(std::vector<test::Command> &commands, std::size_t index, ChangeKind kind, std::string owner)
{
    auto &lock = m_locks[index];
    commands.push_back({"MULTI"});
    switch (kind) {
    case ChangeKind::Acquire:
        lock.owner = std::move(owner);
        lock.count = 1;
        commands.push_back({"HSET", lock.key, lock.owner, "1"});
        break;
    case ChangeKind::Reenter:
    case ChangeKind::PartlyRelease: {
        const int by = kind == ChangeKind::Reenter ? 1 : -1;
        lock.count += by;
        commands.push_back({"HINCRBY", lock.key, lock.owner, std::to_string(by)});
        break;
    }
    case ChangeKind::Release:
    case ChangeKind::Delete:
        lock.count = 0;
        commands.push_back({"DEL", lock.key});
        break;
    case ChangeKind::Renew: break;
    }
    if (kind == ChangeKind::Release)
        commands.push_back({"PUBLISH", channelOf(lock.key), "0"});
    else if (kind != ChangeKind::Delete)
        commands.push_back({"PEXPIRE", lock.key, m_lease});
    commands.push_back({"EXEC"});
}

} // namespace lockcore::bench

// SPDX-License-Identifier: MIT
#include "lockcore/locks/set_nx_del.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> SetNxDelLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();

    // One command: a crash cannot come between the lock and its lease.
    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    if (!set.isOk())
        co_return Acquired::failed(set);
    m_token = token;
    co_return Acquired::heldFor(duration, token);
}

Task<Released> SetNxDelLock::unlock()
{
    // Deletes it even if it is not ours: the lease may have ended, and another worker may hold the lock (R1).
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> SetNxDelLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

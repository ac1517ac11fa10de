// SPDX-License-Identifier: MIT
#include "lockcore/locks/setnx_expire.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> SetnxExpireLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();

    const auto set = co_await context.command("SETNX", key, token);
    if (set.failed())
        co_return Acquired::failed(set);
    const bool won = set.integer() == 1;
    if (!won && m_expire == Expire::ByWinner)
        co_return Acquired::notFree();
    if (won)
        m_token = token;

    // A crash here leaves a key without a TTL: nobody ever gets the lock again (A1). A worker that gets here without the lock extends the
    // lease of the holder, even of a dead one (A2).
    const auto expire = co_await context.command("PEXPIRE", key, duration);
    if (!won)
        co_return Acquired::notFree();
    if (expire.failed())
        co_return Acquired::unknown(expire.error());
    co_return Acquired::heldFor(duration, token);
}

Task<Released> SetnxExpireLock::unlock()
{
    // Deletes it even if it is not ours: the lease may have ended, and another worker may hold the lock (R1).
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> SetnxExpireLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

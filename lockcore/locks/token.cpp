// SPDX-License-Identifier: MIT
#include "lockcore/locks/token.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> TokenLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_options.lease);
    // Two owners in one process must not have the same token: each would take the other's lock for its own (A15).
    const auto token = m_options.oneForAll ? context.instance() : context.uniqueToken();

    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    const bool claims = m_options.claimsWhenUnsure && set.lost(); // another may hold the lock (A12)
    if (!set.isOk() && !claims)
        co_return Acquired::failed(set);
    co_return Acquired::heldFor(duration, token);
}

Task<Renewed> TokenLock::extend(Milliseconds lease)
{
    // Never re-creates the key: a worker whose lock has vanished must learn that it lost it (L12).
    const auto extended = co_await context.command("EVAL", compareAndExpire, 1, key, m_token, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> TokenLock::unlock()
{
    // One script, so that nothing happens between the comparison and the deletion (R2).
    const auto deleted = co_await context.command("EVAL", compareAndDelete, 1, key, m_token);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> TokenLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/locks/thread_local.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> ThreadLocalLock::attempt(Lease lease)
{
    const auto counted = context.memory().find(key);
    if (counted != context.memory().end()) {
        // Not checked here: has the lease ended meanwhile (E1)?
        ++counted->second;
        co_return Acquired::heldFor({}, m_token);
    }

    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();
    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    if (!set.isOk())
        co_return Acquired::failed(set);
    context.memory()[key] = 1;
    co_return Acquired::heldFor(duration, token);
}

Task<Acquired> ThreadLocalLock::reenter(Lease lease) { return tryAcquire(lease); }

Task<Renewed> ThreadLocalLock::extend(Milliseconds lease)
{
    const auto extended = co_await context.command("EVAL", compareAndExpire, 1, key, m_token, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> ThreadLocalLock::unlock()
{
    const auto counted = context.memory().find(key);
    if (counted != context.memory().end() && --counted->second > 0)
        co_return Released::stillHeld(counted->second);

    // Erase the count first: if the release failed and the count remained, the worker would re-enter without a lock.
    context.memory().erase(key);
    const auto deleted = co_await context.command("EVAL", compareAndDelete, 1, key, m_token);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

std::int64_t ThreadLocalLock::holds() const
{
    const auto counted = context.memory().find(key);
    return counted == context.memory().end() ? 0 : counted->second;
}

Task<Possession> ThreadLocalLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

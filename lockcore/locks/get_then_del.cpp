// SPDX-License-Identifier: MIT
#include "lockcore/locks/get_then_del.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> GetThenDelLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    // A thread's number is unique only within one process (A15).
    const auto token = m_kind == Token::ThreadId ? std::to_string(context.worker()) : context.uniqueToken();

    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    if (!set.isOk())
        co_return Acquired::failed(set);
    co_return Acquired::heldFor(duration, token);
}

Task<Released> GetThenDelLock::unlock()
{
    const auto value = co_await context.command("GET", key);
    if (value.failed())
        co_return Released::failed(value);
    if (value.isNil() || value.text() != m_token)
        co_return Released::notOwner();

    // Between GET and DEL the lease may end, and another worker may acquire the lock (R2).
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> GetThenDelLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

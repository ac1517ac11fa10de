// SPDX-License-Identifier: MIT
#include "locks/get_then_del.h"

#include "locks/string_value.h"

namespace lockcore {

Task<Acquired> GetThenDelLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    // A thread's number tells threads apart within one process, and nowhere else (A15).
    const auto token = m_kind == Token::ThreadId ? std::to_string(context.worker()) : context.uniqueToken();

    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // If the answer was lost it may be ours all the same: release() must know the token (A9).
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

    // Between the look and the deletion the lease may end and somebody else may get in (R2).
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> GetThenDelLock::isHeld()
{
    return whoseString(context, key, m_token);
}

} // namespace lockcore

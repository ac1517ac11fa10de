// SPDX-License-Identifier: MIT
#include "lockcore/locks/get_then_del_watch.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> GetThenDelWatchLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();

    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    if (!set.isOk())
        co_return Acquired::failed(set);
    co_return Acquired::heldFor(duration, token);
}

Task<Released> GetThenDelWatchLock::unlock()
{
    const auto redis = context.alone();
    // EXEC answers nil if the key changed after WATCH. The change may be only a new TTL, so look again; three times at most,
    // because another client may change the key again and again.
    for (int tries = 0; tries < 3; ++tries) {
        const auto watched = co_await redis.command("WATCH", key);
        if (watched.failed())
            co_return Released::failed(watched);
        const auto value = co_await redis.command("GET", key);
        if (value.failed() || value.isNil() || value.text() != m_token) {
            co_await redis.command("UNWATCH");
            co_return value.failed() ? Released::failed(value) : Released::notOwner();
        }
        const auto began = co_await redis.command("MULTI");
        if (!began.isOk())
            co_return co_await discard(began);
        const auto queued = co_await redis.command("DEL", key);
        if (queued.failed())
            co_return co_await discard(queued);
        const auto executed = co_await redis.command("EXEC");
        if (executed.failed())
            co_return co_await discard(executed);
        if (!executed.isNil())
            co_return Released::freed();
    }
    co_return Released::failed(Error{ErrorKind::Refused, "the key changed during each of three attempts to release it", "watch"});
}

Task<Released> GetThenDelWatchLock::discard(Answer why)
{
    // Without DISCARD the connection may stay inside MULTI, and the next release would fail there. Outside MULTI it is an error
    // that changes nothing.
    co_await context.alone().command("DISCARD");
    co_return Released::failed(why);
}

Task<Possession> GetThenDelWatchLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

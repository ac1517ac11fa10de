// SPDX-License-Identifier: MIT
#include "locks/timestamp_expiry.h"

#include "locks/string_value.h"

namespace lockcore {

Task<Acquired> TimestampExpiryLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto now = context.now();
    const auto stamp = argument(now + duration);
    const auto set = co_await context.command("SETNX", key, stamp);
    if (set.failed())
        co_return Acquired::failed(set);

    if (set.integer() == 0) {
        const auto found = co_await context.command("GET", key);
        if (found.failed())
            co_return Acquired::failed(found);
        // Nil counts as 0, long past, though it only means that the lock was freed a moment ago (A7).
        const WorkerTime lapses(stampIn(found));
        if (lapses >= now)
            co_return Acquired::notFree(found.text(), lapses - now);

        // Several may have seen the same stale stamp: only who gets it back by GETSET has won. The others have now
        // written over the winner's (A6).
        const auto old = co_await context.command("GETSET", key, stamp);
        if (old.failed())
            co_return Acquired::failed(old);
        if (!old.isNil() && old.text() != found.text())
            co_return Acquired::notFree(old.text());
    }
    m_taken = now;
    m_lease = duration;
    m_stamp = stamp;
    co_return Acquired::heldFor(duration, stamp);
}

Task<Released> TimestampExpiryLock::unlock()
{
    if (m_release == Release::ByElapsedTime) {
        // Within our lease nobody can have taken it over, if all clocks agree (A5).
        if (context.now() - m_taken > m_lease)
            co_return Released::notOwner();
    } else {
        // A loser of the race may have written over our stamp: then we leave our own lock behind (A6).
        const auto found = co_await context.command("GET", key);
        if (found.failed())
            co_return Released::failed(found);
        if (found.isNil() || found.text() != m_stamp)
            co_return Released::notOwner();
    }
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> TimestampExpiryLock::isHeld()
{
    return whoseString(context, key, m_stamp);
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/locks/timestamp_expiry.h"

#include "lockcore/locks/string_value.h"

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
        // Nil is read as 0, a time long past, although nil means that the lock was freed a moment ago (A7).
        const WorkerTime expires(stampIn(found));
        if (expires >= now)
            co_return Acquired::notFree(found.text(), expires - now);

        // Several workers may have seen the same stale stamp. The winner is the one to which GETSET returns this stamp. Each of the others
        // has now overwritten the winner's stamp (A6).
        const auto old = co_await context.command("GETSET", key, stamp);
        if (old.failed())
            co_return Acquired::failed(old);
        if (!old.isNil() && old.text() != found.text())
            co_return Acquired::notFree(old.text());
    }
    m_takenAt = now;
    m_lease = duration;
    m_stamp = stamp;
    co_return Acquired::heldFor(duration, stamp);
}

Task<Released> TimestampExpiryLock::unlock()
{
    if (m_release == Release::ByElapsedTime) {
        // Within our lease no other worker can have taken over the lock, if all clocks agree (A5). The lease may still end before DEL (R2).
        if (context.now() - m_takenAt > m_lease)
            co_return Released::notOwner();
    } else {
        // A loser of the race may have overwritten our stamp: then our own lock is not freed (A6). The lease may end before DEL (R2).
        const auto written = co_await context.command("GET", key);
        if (written.failed())
            co_return Released::failed(written);
        if (written.isNil() || written.text() != m_stamp)
            co_return Released::notOwner();
    }
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> TimestampExpiryLock::isHeld() { return whoseString(context, key, m_stamp); }

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/locks/timestamp_taken.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Acquired> TimestampTakenLock::attempt(Lease lease)
{
    const auto lifetime = lease.value_or(m_lifetime);
    for (int tries = 0; tries < 10; ++tries) {
        const auto now = context.now();
        const auto stamp = argument(now);
        const auto set = co_await context.command("SETNX", key, stamp);
        if (set.failed())
            co_return Acquired::failed(set);
        if (set.integer() == 1) {
            m_stamp = stamp;
            co_return Acquired::heldFor(lifetime, stamp);
        }

        const auto found = co_await context.command("GET", key);
        if (found.failed())
            co_return Acquired::failed(found);
        if (found.isNil())
            continue; // freed since SETNX: start again, because nil is not a stale stamp (A7)
        const auto age = now.time_since_epoch() - stampIn(found);
        if (age < lifetime)
            co_return Acquired::notFree(found.text(), lifetime - age);

        // Several workers may have seen the same stale stamp. The winner is the one to which GETSET returns this stamp. Each of the others
        // has now overwritten the winner's stamp (A6).
        const auto old = co_await context.command("GETSET", key, stamp);
        if (old.failed())
            co_return Acquired::failed(old);
        if (!old.isNil() && old.text() != found.text())
            co_return Acquired::notFree(old.text());
        m_stamp = stamp;
        co_return Acquired::heldFor(lifetime, stamp);
    }
    co_return Acquired::notFree();
}

Task<Released> TimestampTakenLock::unlock()
{
    // Deletes it even if it is not ours: after the lifetime another worker may hold the lock (R1).
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> TimestampTakenLock::isHeld() { return whoseString(context, key, m_stamp); }

} // namespace lockcore

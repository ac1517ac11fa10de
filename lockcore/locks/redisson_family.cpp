// SPDX-License-Identifier: MIT
#include "lockcore/locks/redisson_family.h"

#include "lockcore/locks/hash_value.h"

#include <algorithm>

namespace lockcore {

RedissonFamilyLock::RedissonFamilyLock(Context &context, Bytes key, Bytes owner, RedissonOptions options)
    : Lock(context, std::move(key))
    , owner(std::move(owner))
    , m_options(options)
    , m_watchdog(
          context, options.watchdog, [this](Milliseconds lease) { return renew(lease); }, [this] { noteGone(); })
{ }

Acquired RedissonFamilyLock::acquireOutcome(const Answer &pttl, Lease lease)
{
    if (pttl.failed())
        return Acquired::failedInSteps(pttl);
    if (!pttl.isNil())
        return Acquired::notFree({}, leaseLeft(pttl));
    ++m_holds;
    m_lastLease = durationOf(lease);
    if (!lease)
        m_watchdog.start(m_lastLease);
    return Acquired::heldFor(m_lastLease, owner);
}

void RedissonFamilyLock::removeHold()
{
    m_holds = std::max<std::int64_t>(0, m_holds - 1);
    if (m_holds == 0)
        m_watchdog.stop();
}

Released RedissonFamilyLock::releaseOutcome(const Answer &freed)
{
    if (freed.failed() && !freed.isWrongType())
        return Released::failed(freed);
    // The watchdog does not restart: if Redis counts more holds than the worker (E4), the lock ends with its lease.
    const bool ours = !freed.failed() && !freed.isNil();
    if (ours && freed.integer() == 0)
        return Released::stillHeld(std::max<std::int64_t>(1, m_holds));
    m_holds = 0;
    m_watchdog.stop();
    return ours ? Released::freed() : Released::notOwner();
}

void RedissonFamilyLock::noteGone()
{
    m_holds = 0;
    noteLost();
}

Task<Acquired> RedissonFamilyLock::reenter(Lease lease) { return tryAcquire(lease); }

Task<Renewed> RedissonFamilyLock::extend(Milliseconds lease)
{
    const auto extended = co_await context.command("EVAL", expireOfOwner, 1, key, owner, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    if (extended.integer() != 1)
        co_return Renewed::lost();
    m_lastLease = lease; // else the release of an inner hold would take the extension back
    co_return Renewed::extended(lease);
}

Task<Possession> RedissonFamilyLock::isHeld() { return whoseHash(context, key, owner); }

} // namespace lockcore

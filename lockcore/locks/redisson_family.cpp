// SPDX-License-Identifier: MIT
#include "locks/redisson_family.h"

#include "locks/hash_value.h"

#include <algorithm>

namespace lockcore {

RedissonFamilyLock::RedissonFamilyLock(Context &context, Bytes key, Bytes owner, RedissonOptions options)
    : Lock(context, std::move(key)), owner(std::move(owner)), m_options(options),
      m_watchdog(context, options.watchdog, [this](Milliseconds lease) { return renew(lease); }, [this] { noteLost(); })
{
}

Acquired RedissonFamilyLock::taken(const Answer &left, Lease lease)
{
    if (left.failed())
        return Acquired::failed(left);
    if (!left.isNil())
        return Acquired::notFree({}, leaseLeft(left));
    ++m_holds;
    m_lastLease = durationOf(lease);
    if (!lease)
        m_watchdog.start(m_lastLease);
    return Acquired::heldFor(m_lastLease, owner);
}

bool RedissonFamilyLock::stopRenewing()
{
    const bool renewed = m_watchdog.running();
    m_watchdog.stop();
    return renewed;
}

Released RedissonFamilyLock::given(const Answer &freed, bool renewed)
{
    if (freed.failed())
        return Released::failed(freed);
    if (freed.isNil() || freed.integer() != 0) {
        m_holds = 0;
        return freed.isNil() ? Released::notOwner() : Released::freed();
    }
    if (renewed)
        m_watchdog.start(m_lastLease);
    m_holds = std::max<std::int64_t>(1, m_holds - 1);
    return Released::stillHeld(m_holds);
}

Task<Acquired> RedissonFamilyLock::reenter(Lease lease)
{
    return tryAcquire(lease);
}

Task<Renewed> RedissonFamilyLock::extend(Milliseconds lease)
{
    const auto extended = co_await context.command("EVAL", expireOfOwner, 1, key, owner, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Possession> RedissonFamilyLock::isHeld()
{
    return whoseHash(context, key, owner);
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "locks/redisson.h"

#include "locks/hash_value.h"

#include <algorithm>

namespace lockcore {

namespace {

// nil: held. Else what is left of the other's lease in ms, -1 if it has none.
constexpr std::string_view acquireScript = R"lua(
local free = redis.call('EXISTS', KEYS[1]) == 0
if free or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
    redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return nil
end
return redis.call('PTTL', KEYS[1])
)lua";

// 1 released, 0 still held, nil not the owner. Who may not publish has released all the same: waiters also poll.
constexpr std::string_view releaseScript = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
    return nil
end
if redis.call('HINCRBY', KEYS[1], ARGV[2], -1) > 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return 0
end
redis.call('DEL', KEYS[1])
redis.pcall('PUBLISH', KEYS[2], ARGV[3])
return 1
)lua";

constexpr std::string_view forceScript = R"lua(
if redis.call('DEL', KEYS[1]) == 0 then
    return 0
end
redis.pcall('PUBLISH', KEYS[2], ARGV[1])
return 1
)lua";

} // namespace

RedissonLock::RedissonLock(Context &context, Bytes key, RedissonOptions options)
    : Lock(context, std::move(key)), m_options(options), m_owner(ownerOf(context)),
      m_watchdog(context, options.watchdog, [this](Milliseconds lease) { return renew(lease); }, [this] { noteLost(); })
{
}

Task<Acquired> RedissonLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_options.lease);
    const auto left = co_await context.command("EVAL", acquireScript, 1, key, duration, m_owner);
    if (left.failed())
        co_return Acquired::failed(left);
    if (!left.isNil())
        co_return Acquired::notFree({}, leaseLeft(left));
    ++m_holds;
    m_lease = duration;
    if (!lease)
        m_watchdog.start(duration);
    co_return Acquired::heldFor(duration, m_owner);
}

Task<Acquired> RedissonLock::reenter(Lease lease)
{
    return tryAcquire(lease);
}

Task<Renewed> RedissonLock::extend(Milliseconds lease)
{
    const auto extended = co_await context.command("EVAL", expireOfOwner, 1, key, m_owner, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> RedissonLock::unlock()
{
    // First: if the release fails, a watchdog that went on would hold the lock for ever (R8).
    const bool renewed = m_watchdog.running();
    m_watchdog.stop();
    const auto name = channel();
    const auto freed = co_await context.command("EVAL", releaseScript, 2, key, name, m_lease, m_owner, redisson::unlocked);
    if (freed.failed())
        co_return Released::failed(freed);
    if (freed.isNil() || freed.integer() == 1) {
        m_holds = 0;
        co_return freed.isNil() ? Released::notOwner() : Released::freed();
    }
    if (renewed)
        m_watchdog.start(m_lease);
    m_holds = std::max<std::int64_t>(1, m_holds - 1);
    co_return Released::stillHeld(m_holds);
}

Task<Possession> RedissonLock::isHeld()
{
    return whoseHash(context, key, m_owner);
}

Task<Released> RedissonLock::forceRelease()
{
    const auto name = channel();
    const auto freed = co_await context.command("EVAL", forceScript, 2, key, name, redisson::unlocked);
    if (freed.failed())
        co_return Released::failed(freed);
    co_return freed.integer() == 1 ? Released::freed() : Released::notOwner();
}

} // namespace lockcore

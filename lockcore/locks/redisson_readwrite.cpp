// SPDX-License-Identifier: MIT
#include "lockcore/locks/redisson_readwrite.h"

#include "lockcore/locks/hash_value.h"

namespace lockcore {

namespace {

// KEYS: lock, prefix of our read holds. ARGV: lease, owner, owner as a writer. Returns nil if held, else the PTTL.
constexpr std::string_view readScript = R"lua(
local mode = redis.call('HGET', KEYS[1], 'mode')
if mode == 'write' and redis.call('HEXISTS', KEYS[1], ARGV[3]) == 0 then
    return redis.call('PTTL', KEYS[1])
end
if not mode then
    redis.call('HSET', KEYS[1], 'mode', 'read')
end
local hold = redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
redis.call('SET', KEYS[2] .. ':' .. hold, 1, 'PX', ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[1])))
return nil
)lua";

// KEYS: lock, prefix of our read holds. ARGV: lease, owner. Extends only our own holds: a dead reader's holds must expire (L17). A hold that
// ran out during a pause is set again: Redisson's PEXPIRE does not, and then the next release of another reader removes the lock.
constexpr std::string_view extendReadScript = R"lua(
local holds = redis.call('HGET', KEYS[1], ARGV[2])
if not holds then
    return 0
end
for hold = 1, tonumber(holds) do
    redis.call('SET', KEYS[2] .. ':' .. hold, 1, 'PX', ARGV[1])
end
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[1])))
return 1
)lua";

// KEYS: lock, channel, prefix of our read holds, prefix of all read holds. ARGV: payload, owner. Returns 1 if released, 0 if we still hold
// it, 2 if others still hold it, nil if not the owner. What we still hold keeps the lease that was given last: Redisson takes the newest one
// away, and if an older one has run out, the lock goes with it. The lock then lasts as long as the longest lease of the remaining readers. If a
// writer remains, the lock keeps its lease, because a writer's hold has no separate key that says how long it lasts.
constexpr std::string_view unlockReadScript = R"lua(
local mode = redis.call('HGET', KEYS[1], 'mode')
if not mode or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
    return nil
end
local holds = redis.call('HINCRBY', KEYS[1], ARGV[2], -1)
if holds == 0 then
    redis.call('HDEL', KEYS[1], ARGV[2])
end
local newest = KEYS[3] .. ':' .. (holds + 1)
local rest = KEYS[3] .. ':' .. holds
local left = redis.call('PTTL', newest)
if holds > 0 and left > redis.call('PTTL', rest) then
    redis.call('SET', rest, 1, 'PX', left)
end
redis.call('DEL', newest)
if redis.call('HLEN', KEYS[1]) > 1 then
    local longest = 0
    for _, owner in ipairs(redis.call('HKEYS', KEYS[1])) do
        local count = tonumber(redis.call('HGET', KEYS[1], owner))
        for hold = 1, count or 0 do
            local left = redis.call('PTTL', KEYS[4] .. ':' .. owner .. ':rwlock_timeout:' .. hold)
            longest = math.max(longest, left)
        end
    end
    if longest > 0 and mode == 'read' then
        redis.call('PEXPIRE', KEYS[1], longest)
    end
    if longest > 0 or mode == 'write' then
        return holds > 0 and 0 or 2
    end
end
redis.call('DEL', KEYS[1])
redis.pcall('PUBLISH', KEYS[2], ARGV[1])
return 1
)lua";

// KEYS: lock. ARGV: lease, owner as a writer. When a writer re-enters, the new lease is added to the rest of the old one.
constexpr std::string_view writeScript = R"lua(
local mode = redis.call('HGET', KEYS[1], 'mode')
if not mode then
    redis.call('HSET', KEYS[1], 'mode', 'write', ARGV[2], 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return nil
end
if mode == 'write' and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
    redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
    redis.call('PEXPIRE', KEYS[1], redis.call('PTTL', KEYS[1]) + tonumber(ARGV[1]))
    return nil
end
return redis.call('PTTL', KEYS[1])
)lua";

// KEYS: lock, channel. ARGV: payload, lease, owner as a writer. Returns 1 if released, 0 if still held, nil if not the owner. A writer that
// also reads remains as a reader.
constexpr std::string_view unlockWriteScript = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[3]) == 0 then
    return nil
end
if redis.call('HINCRBY', KEYS[1], ARGV[3], -1) > 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return 0
end
redis.call('HDEL', KEYS[1], ARGV[3])
if redis.call('HLEN', KEYS[1]) > 1 then
    redis.call('HSET', KEYS[1], 'mode', 'read')
    return 1
end
redis.call('DEL', KEYS[1])
redis.pcall('PUBLISH', KEYS[2], ARGV[1])
return 1
)lua";

// KEYS: lock, channel, prefix of all read holds. ARGV: payload.
constexpr std::string_view forceReadWriteScript = R"lua(
for _, owner in ipairs(redis.call('HKEYS', KEYS[1])) do
    for hold = 1, tonumber(redis.call('HGET', KEYS[1], owner)) or 0 do
        redis.call('UNLINK', KEYS[3] .. ':' .. owner .. ':rwlock_timeout:' .. hold)
    end
end
if redis.call('DEL', KEYS[1]) == 0 then
    return 0
end
redis.pcall('PUBLISH', KEYS[2], ARGV[1])
return 1
)lua";

Task<Released> forceBoth(Context &context, Bytes key)
{
    const auto channel = redisson::rwChannel(key);
    const auto prefix = redisson::tagged(key);
    // "1" wakes all waiters: several readers may enter together.
    const auto freed = co_await context.command("EVAL", forceReadWriteScript, 3, key, channel, prefix, redisson::writeUnlocked);
    if (freed.failed())
        co_return Released::failed(freed);
    co_return freed.integer() == 1 ? Released::freed() : Released::notOwner();
}

} // namespace

RedissonReadLock::RedissonReadLock(Context &context, Bytes key, RedissonOptions options)
    : RedissonFamilyLock(context, std::move(key), ownerOf(context), options)
{ }

Bytes RedissonReadLock::timeoutPrefix() const
{
    const auto first = redisson::readTimeoutKey(key, owner, 1);
    return first.substr(0, first.rfind(':'));
}

Task<Acquired> RedissonReadLock::attempt(Lease lease)
{
    const auto duration = durationOf(lease);
    const auto prefix = timeoutPrefix();
    const auto writer = owner + Bytes(redisson::writeSuffix);
    const auto pttl = co_await context.command("EVAL", readScript, 2, key, prefix, duration, owner, writer);
    co_return acquireOutcome(pttl, lease);
}

Task<Renewed> RedissonReadLock::extend(Milliseconds lease)
{
    const auto prefix = timeoutPrefix();
    const auto extended = co_await context.command("EVAL", extendReadScript, 2, key, prefix, lease, owner);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> RedissonReadLock::unlock()
{
    removeHold();
    const auto name = channel();
    const auto prefix = timeoutPrefix();
    const auto all = redisson::tagged(key);
    const auto freed = co_await context.command("EVAL", unlockReadScript, 4, key, name, prefix, all, redisson::readUnlocked, owner);
    co_return releaseOutcome(freed);
}

Task<Released> RedissonReadLock::forceRelease() { return forceBoth(context, key); }

RedissonWriteLock::RedissonWriteLock(Context &context, Bytes key, RedissonOptions options)
    : RedissonFamilyLock(context, std::move(key), ownerOf(context) + Bytes(redisson::writeSuffix), options)
{ }

Task<Acquired> RedissonWriteLock::attempt(Lease lease)
{
    const auto duration = durationOf(lease);
    const auto pttl = co_await context.command("EVAL", writeScript, 1, key, duration, owner);
    co_return acquireOutcome(pttl, lease);
}

Task<Released> RedissonWriteLock::unlock()
{
    removeHold();
    const auto name = channel();
    const auto lease = lastLease();
    const auto freed = co_await context.command("EVAL", unlockWriteScript, 2, key, name, redisson::writeUnlocked, lease, owner);
    co_return releaseOutcome(freed);
}

Task<Released> RedissonWriteLock::forceRelease() { return forceBoth(context, key); }

} // namespace lockcore

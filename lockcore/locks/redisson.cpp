// SPDX-License-Identifier: MIT
#include "lockcore/locks/redisson.h"

#include "lockcore/locks/hash_value.h"

namespace lockcore {

namespace {

// Returns nil if held, else the rest of the other worker's lease in ms, -1 if it has none.
constexpr std::string_view acquireScript = R"lua(
local free = redis.call('EXISTS', KEYS[1]) == 0
if free or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
    redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return nil
end
return redis.call('PTTL', KEYS[1])
)lua";

// Returns 1 if released, 0 if still held, nil if not the owner. A PUBLISH that is not permitted does not undo the release:
// waiters also poll.
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
    : RedissonFamilyLock(context, std::move(key), ownerOf(context), options)
{ }

Task<Acquired> RedissonLock::attempt(Lease lease)
{
    const auto duration = durationOf(lease);
    const auto pttl = co_await context.command("EVAL", acquireScript, 1, key, duration, owner);
    co_return acquireOutcome(pttl, lease);
}

Task<Released> RedissonLock::unlock()
{
    removeHold();
    const auto name = channel();
    const auto lease = lastLease();
    const auto freed = co_await context.command("EVAL", releaseScript, 2, key, name, lease, owner, redisson::unlocked);
    co_return releaseOutcome(freed);
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

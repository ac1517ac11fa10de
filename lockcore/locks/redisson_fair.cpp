// SPDX-License-Identifier: MIT
#include "lockcore/locks/redisson_fair.h"

#include "lockcore/locks/hash_value.h"

namespace lockcore {

namespace {

// KEYS: lock, queue, timeouts. ARGV: lease, owner, queue timeout, the worker's time, "1" to join the queue.
// Returns nil if held, else roughly how long the wait will be, in ms.
constexpr std::string_view fairAcquireScript = R"lua(
local head = redis.call('LINDEX', KEYS[2], 0)
while head do
    local deadline = redis.call('ZSCORE', KEYS[3], head)
    if deadline and tonumber(deadline) > tonumber(ARGV[4]) then break end
    redis.call('LPOP', KEYS[2])
    redis.call('ZREM', KEYS[3], head)
    head = redis.call('LINDEX', KEYS[2], 0)
end
if redis.call('EXISTS', KEYS[1]) == 0 and (not head or head == ARGV[2]) then
    redis.call('LPOP', KEYS[2])
    redis.call('ZREM', KEYS[3], ARGV[2])
    for _, waiter in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
        redis.call('ZINCRBY', KEYS[3], -tonumber(ARGV[3]), waiter)
    end
    redis.call('HSET', KEYS[1], ARGV[2], 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return nil
end
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
    redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    return nil
end
local mine = redis.call('ZSCORE', KEYS[3], ARGV[2])
if mine then
    return tonumber(mine) - tonumber(ARGV[3]) - tonumber(ARGV[4])
end
local last = redis.call('LINDEX', KEYS[2], -1)
local left = redis.call('PTTL', KEYS[1])
if last then
    left = tonumber(redis.call('ZSCORE', KEYS[3], last)) - tonumber(ARGV[4])
end
if ARGV[5] == '1' then
    redis.call('ZADD', KEYS[3], left + tonumber(ARGV[3]) + tonumber(ARGV[4]), ARGV[2])
    redis.call('RPUSH', KEYS[2], ARGV[2])
end
return left
)lua";

// KEYS: queue, timeouts. ARGV: owner, queue timeout. The waiters behind move up by one timeout.
constexpr std::string_view leaveScript = R"lua(
local behind = false
for _, waiter in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    if behind then
        redis.call('ZINCRBY', KEYS[2], -tonumber(ARGV[2]), waiter)
    end
    behind = behind or waiter == ARGV[1]
end
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('LREM', KEYS[1], 0, ARGV[1])
)lua";

// KEYS: lock, queue, timeouts. ARGV: channel, "0", the worker's time, owner, lease; no owner means any holder.
// Returns 1 if released, 0 if still held, nil if not the owner. An expired lock wakes the head, too.
constexpr std::string_view fairReleaseScript = R"lua(
local head = redis.call('LINDEX', KEYS[2], 0)
while head do
    local deadline = redis.call('ZSCORE', KEYS[3], head)
    if deadline and tonumber(deadline) > tonumber(ARGV[3]) then break end
    redis.call('LPOP', KEYS[2])
    redis.call('ZREM', KEYS[3], head)
    head = redis.call('LINDEX', KEYS[2], 0)
end
local existed = redis.call('EXISTS', KEYS[1]) == 1
if existed and ARGV[4] then
    if redis.call('HEXISTS', KEYS[1], ARGV[4]) == 0 then
        return nil
    end
    if redis.call('HINCRBY', KEYS[1], ARGV[4], -1) > 0 then
        redis.call('PEXPIRE', KEYS[1], ARGV[5])
        return 0
    end
end
redis.call('DEL', KEYS[1])
if head then
    redis.pcall('PUBLISH', ARGV[1] .. ':' .. head, ARGV[2])
end
return existed and 1 or nil
)lua";

} // namespace

RedissonFairLock::RedissonFairLock(Context &context, Bytes key, Options options)
    : RedissonFamilyLock(context, std::move(key), ownerOf(context), options.lock)
    , m_queueTimeout(options.queueTimeout)
    , m_queue(redisson::queueKey(name()))
    , m_timeouts(redisson::timeoutKey(name()))
{ }

Task<Acquired> RedissonFairLock::ask(Lease lease, bool inLine)
{
    const auto duration = durationOf(lease);
    const auto now = context.now();
    const std::vector<Bytes> arguments = {
        Bytes(fairAcquireScript), "3", key, m_queue, m_timeouts, argument(duration), owner, argument(m_queueTimeout), argument(now),
        inLine ? "1" : "0"};
    const auto pttl = co_await context.on(0).command("EVAL", arguments);
    co_return acquireOutcome(pttl, lease);
}

Task<void> RedissonFairLock::leaveLine()
{
    // A waiter that stays in the queue blocks the others until its timeout. If this command fails, we can do nothing more.
    co_await context.command("EVAL", leaveScript, 2, m_queue, m_timeouts, owner, m_queueTimeout);
}

Task<Released> RedissonFairLock::unlock()
{
    removeHold();
    const auto now = context.now();
    const std::vector<Bytes> arguments = {Bytes(fairReleaseScript),
                                          "3",
                                          key,
                                          m_queue,
                                          m_timeouts,
                                          redisson::lockChannel(key),
                                          Bytes(redisson::unlocked),
                                          argument(now),
                                          owner,
                                          argument(lastLease())};
    const auto freed = co_await context.on(0).command("EVAL", arguments);
    if (freed.isWrongType()) { // the wrong type may be that of the queue, not of the lock
        const auto possession = co_await isHeld();
        if (possession.kind != Possession::Kind::Others)
            co_return Released::failed(freed.error());
    }
    co_return releaseOutcome(freed);
}

Task<Released> RedissonFairLock::forceRelease()
{
    const auto channel = redisson::lockChannel(key);
    const auto now = context.now();
    const auto freed = co_await context.command("EVAL", fairReleaseScript, 3, key, m_queue, m_timeouts, channel, redisson::unlocked, now);
    if (freed.failed())
        co_return Released::failed(freed);
    co_return freed.integer() == 1 ? Released::freed() : Released::notOwner();
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "locks/fenced.h"

#include "locks/string_value.h"

namespace lockcore {

namespace {

// The number, or nil: not free. In one script with the lock, or a slow holder could draw a number after the next one (D14).
// The counter is looked at first: a script that fails half way has still set the lock.
constexpr std::string_view acquireScript = R"lua(
if redis.call('EXISTS', KEYS[1]) == 1 then
    return nil
end
local number = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return number
)lua";

} // namespace

Task<Acquired> FencedLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();
    const auto counter = key + ":fence";

    const auto number = co_await context.command("EVAL", acquireScript, 2, key, counter, token, duration);
    if (number.isNil())
        co_return Acquired::notFree();
    // If the answer was lost it may be ours all the same: release() must know the token (A9).
    m_token = token;
    if (number.failed())
        co_return Acquired::failed(number);
    auto acquired = Acquired::heldFor(duration, token);
    acquired.fencingToken = number.integer();
    co_return acquired;
}

Task<Renewed> FencedLock::extend(Milliseconds lease)
{
    const auto extended = co_await context.command("EVAL", compareAndExpire, 1, key, m_token, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> FencedLock::unlock()
{
    // The counter stays: numbers that began again would let a stale holder pass (D13).
    const auto deleted = co_await context.command("EVAL", compareAndDelete, 1, key, m_token);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> FencedLock::isHeld()
{
    return whoseString(context, key, m_token);
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/locks/fenced.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

namespace {

// Returns the number, or nil if the lock is not free. One script sets the lock and draws the number: otherwise a slow holder could draw its
// number after the next holder (D14). INCR comes first: if the counter is unusable, the script fails before it sets the lock.
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
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
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
    // The counter stays: if the numbers started over, a stale holder would pass (D13).
    const auto deleted = co_await context.command("EVAL", compareAndDelete, 1, key, m_token);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> FencedLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

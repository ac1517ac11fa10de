// SPDX-License-Identifier: MIT
#include "lockcore/locks/prefix_del.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

namespace {

// If KEYS[1] holds ARGV[1], deletes all keys that begin with KEYS[1], and returns 1; else 0.
constexpr std::string_view deleteByPrefix = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
local cursor = '0'
repeat
    local found = redis.call('SCAN', cursor, 'COUNT', 1000)
    cursor = found[1]
    for _, key in ipairs(found[2]) do
        if string.sub(key, 1, #KEYS[1]) == KEYS[1] then
            redis.call('DEL', key)
        end
    end
until cursor == '0'
return 1
)lua";

} // namespace

Task<Acquired> PrefixDelLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();

    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    if (!set.isOk())
        co_return Acquired::failed(set);
    co_return Acquired::heldFor(duration, token);
}

Task<Released> PrefixDelLock::unlock()
{
    // The owner is checked, but not what else the name fits: another lock may begin with it (D12).
    const auto deleted = co_await context.command("EVAL", deleteByPrefix, 1, key, m_token);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> PrefixDelLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

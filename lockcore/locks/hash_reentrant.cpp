// SPDX-License-Identifier: MIT
#include "lockcore/locks/hash_reentrant.h"

#include "lockcore/locks/hash_value.h"

#include <algorithm>

namespace lockcore {

namespace {

// Returns 1 if held, 0 if another worker holds it.
constexpr std::string_view hashAcquireScript = R"lua(
if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return 0
end
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
)lua";

// Returns 1 if released, 0 if still held, nil if not the owner. Checks first: HINCRBY on an expired lock would re-create it (E5).
constexpr std::string_view releaseScript = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return nil
end
if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) > 0 then
    return 0
end
redis.call('DEL', KEYS[1])
return 1
)lua";

// Subtracts one hold from the caller's own count without checking that the caller is an owner, and frees the lock if the result is not
// positive.
constexpr std::string_view uncheckedRelease = R"lua(
if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) > 0 then
    return 0
end
redis.call('DEL', KEYS[1])
return 1
)lua";

} // namespace

HashReentrantLock::HashReentrantLock(Context &context, Bytes key, Milliseconds usualLease, bool checksOwner)
    : Lock(context, std::move(key))
    , m_usualLease(usualLease)
    , m_checksOwner(checksOwner)
    , m_owner(ownerOf(context))
{ }

Task<Acquired> HashReentrantLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto held = co_await context.command("EVAL", hashAcquireScript, 1, key, m_owner, duration);
    if (held.failed()) // the script may have written the owner without a lease
        co_return Acquired::failedInSteps(held);
    if (held.integer() != 1)
        co_return Acquired::notFree();
    ++m_holds;
    co_return Acquired::heldFor(duration, m_owner);
}

Task<Acquired> HashReentrantLock::reenter(Lease lease) { return tryAcquire(lease); }

Task<Renewed> HashReentrantLock::extend(Milliseconds lease)
{
    const auto extended = co_await context.command("EVAL", expireOfOwner, 1, key, m_owner, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> HashReentrantLock::unlock()
{
    m_holds = std::max<std::int64_t>(0, m_holds - 1); // whatever the answer is, this hold has ended
    const auto script = m_checksOwner ? releaseScript : uncheckedRelease;
    const auto freed = co_await context.command("EVAL", script, 1, key, m_owner);
    if (freed.failed() && !freed.isWrongType())
        co_return Released::failed(freed);
    const bool ours = !freed.failed() && !freed.isNil();
    if (ours && freed.integer() == 0)
        co_return Released::stillHeld(std::max<std::int64_t>(1, m_holds));
    m_holds = 0;
    co_return ours ? Released::freed() : Released::notOwner();
}

Task<Possession> HashReentrantLock::isHeld() { return whoseHash(context, key, m_owner); }

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/locks/token_watchdog.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

namespace {

// Wakes one who waits for the signal with BLPOP, as python-redis-lock does.
constexpr std::string_view deleteAndSignal = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('LPUSH', KEYS[2], '1')
redis.call('PEXPIRE', KEYS[2], 1000)
return 1
)lua";

} // namespace

TokenWatchdogLock::Options TokenWatchdogLock::Options::article()
{
    using std::chrono::seconds;
    Options options;
    options.lease = seconds(30);
    options.watchdog.firstDelay = seconds(29);
    options.watchdog.period = seconds(20);
    options.watchdog.lease = seconds(20);
    options.checksOwner = false;
    return options;
}

TokenWatchdogLock::TokenWatchdogLock(Context &context, Bytes key, Options options)
    : Lock(context, std::move(key))
    , m_options(options)
    , m_watchdog(
          context, options.watchdog, [this](Milliseconds lease) { return renew(lease); }, [this] { noteLost(); })
{ }

Task<Acquired> TokenWatchdogLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_options.lease);
    const auto token = context.uniqueToken();
    if (m_options.release == Release::LoadedScript && m_loaded.empty()) {
        // Of a cluster, one node gets it: nothing says which node will have the lock (A16).
        const auto loaded = co_await context.command("SCRIPT", "LOAD", compareAndDelete);
        if (loaded.failed())
            co_return Acquired::failed(loaded);
        m_loaded = loaded.text();
    }

    const auto set = co_await context.command("SET", key, token, "NX", "PX", duration);
    if (set.isNil())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    if (!set.isOk())
        co_return Acquired::failed(set);
    m_watchdog.stop(); // an older watchdog may still run, if the lock was lost and is now acquired again
    if (!lease)
        m_watchdog.start(duration);
    co_return Acquired::heldFor(duration, token);
}

Task<Renewed> TokenWatchdogLock::extend(Milliseconds lease)
{
    if (m_options.checksOwner) {
        const auto extended = co_await context.command("EVAL", compareAndExpire, 1, key, m_token, lease);
        if (extended.failed())
            co_return Renewed::failed(extended);
        if (extended.integer() == 1 || !m_options.takesAgain)
            co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
        // Somebody else may have held the lock and released it since: the worker never learns this (L12).
        const auto again = co_await context.command("SET", key, m_token, "NX", "PX", lease);
        if (again.failed())
            co_return Renewed::failed(again);
        co_return again.isOk() ? Renewed::extended(lease) : Renewed::lost();
    }
    // Extends the lease of any holder, even of another worker (L11).
    const auto extended = co_await context.command("PEXPIRE", key, lease);
    if (extended.failed())
        co_return Renewed::failed(extended);
    co_return extended.integer() == 1 ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> TokenWatchdogLock::unlock()
{
    // Stop it before the release: if the release failed while the watchdog runs, the lock would never expire (R8).
    if (!m_options.renewsUntilFreed)
        m_watchdog.stop();
    auto freeing = free();
    const auto deleted = co_await freeing;
    if (deleted.failed())
        co_return Released::failed(deleted);
    m_watchdog.stop();
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Answer> TokenWatchdogLock::free()
{
    if (m_options.release == Release::LoadedScript)
        co_return co_await context.command("EVALSHA", m_loaded, 1, key, m_token);
    if (m_options.release == Release::Signal) // in a cluster, the two keys have to be in one slot (A17)
        co_return co_await context.command("EVAL", deleteAndSignal, 2, key, key + ":signal", m_token);
    co_return co_await context.command("EVAL", compareAndDelete, 1, key, m_token);
}

Task<Possession> TokenWatchdogLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

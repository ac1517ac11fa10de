// SPDX-License-Identifier: MIT
#include "lockcore/locks/redlock.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

namespace {

constexpr std::string_view takeFreeOrOwn = R"lua(
local value = redis.call('GET', KEYS[1])
if value and value ~= ARGV[1] then
    return false
end
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
)lua";

Milliseconds between(Moment begin, Moment end)
{
    return std::chrono::ceil<Milliseconds>(end - begin); // a millisecond that has begun counts as over
}

} // namespace

Task<Acquired> Redlock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_options.lease);
    const auto token = context.uniqueToken();
    const auto begin = context.steady();

    std::size_t yes = 0;
    std::size_t no = 0;
    std::optional<Acquired> failure;
    for (std::size_t i = 0; i < context.servers(); ++i) {
        auto asking = ask(i, token, duration);
        const auto set = co_await asking;
        yes += set.isOk();
        no += set.isNil();
        if (!set.isOk() && !set.isNil())
            failure = Acquired::failed(set);
    }

    // The validity counts from the first request. A majority that is reached only after the validity has ended does not count.
    const auto validity = duration - drift(duration);
    if (yes >= majority() && between(begin, context.steady()) < validity) {
        m_token = token;
        co_return Acquired::heldFor(validity, token);
    }
    // Free it on all servers: a server whose answer was lost may have granted the lock, and would block others until its lease ends (D8).
    co_await freeAll(token);
    if (failure && no == 0 && yes < majority()) {
        // Keep the token: the lock may be ours on servers whose answer was lost, and release() needs the token (A9).
        m_token = token;
        co_return *failure;
    }
    co_return Acquired::notFree();
}

Task<Answer> Redlock::ask(std::size_t server, Bytes token, Milliseconds duration)
{
    if (m_options.grantsOwn) {
        const auto taken = co_await context.on(server).command("EVAL", takeFreeOrOwn, 1, key, token, duration);
        co_return taken;
    }
    const auto set = co_await context.on(server).command("SET", key, token, "NX", "PX", duration);
    co_return set;
}

Task<Renewed> Redlock::extend(Milliseconds lease)
{
    const auto begin = context.steady();
    std::size_t yes = 0;
    std::optional<Renewed> failure;
    for (std::size_t i = 0; i < context.servers(); ++i) {
        const auto extended = co_await context.on(i).command("EVAL", compareAndExpire, 1, key, m_token, lease);
        yes += extended.integer() == 1;
        if (extended.failed() && !extended.isWrongType())
            failure = Renewed::failed(extended);
    }
    const auto validity = lease - drift(lease);
    if (yes >= majority() && between(begin, context.steady()) < validity)
        co_return Renewed::extended(validity);
    co_return failure ? *failure : Renewed::lost();
}

Task<Released> Redlock::unlock() { return freeAll(m_token); }

Task<Released> Redlock::freeAll(Bytes token)
{
    std::size_t yes = 0;
    std::optional<Released> failure;
    for (std::size_t i = 0; i < context.servers(); ++i) {
        const auto deleted = co_await context.on(i).command("EVAL", compareAndDelete, 1, key, token);
        yes += deleted.integer() == 1;
        if (deleted.failed() && !deleted.isWrongType())
            failure = Released::failed(deleted);
    }
    if (yes >= majority())
        co_return Released::freed();
    co_return failure ? *failure : Released::notOwner();
}

Task<Possession> Redlock::isHeld()
{
    std::size_t ours = 0;
    std::size_t others = 0;
    std::optional<Possession> failure;
    for (std::size_t i = 0; i < context.servers(); ++i) {
        const auto value = co_await context.on(i).command("GET", key);
        if (value.failed() && !value.isWrongType())
            failure = Possession::failed(value);
        else if (!value.isNil())
            ++(!m_token.empty() && value.text() == m_token ? ours : others);
    }
    if (ours >= majority())
        co_return Possession::ours();
    if (others >= majority())
        co_return Possession::others();
    co_return failure ? *failure : Possession::nobodys();
}

Task<Released> Redlock::forceRelease()
{
    std::size_t yes = 0;
    std::optional<Released> failure;
    for (std::size_t i = 0; i < context.servers(); ++i) {
        const auto deleted = co_await context.on(i).command("DEL", key);
        yes += deleted.integer() == 1;
        if (deleted.failed())
            failure = Released::failed(deleted);
    }
    // A minority that stays locked blocks nobody. But if there was a failure, perhaps only a minority has freed the lock.
    if (failure)
        co_return *failure;
    co_return yes > 0 ? Released::freed() : Released::notOwner();
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/locks/script_boolean.h"

#include "lockcore/locks/string_value.h"

namespace lockcore {

namespace {

constexpr std::string_view takeAndAnswerOne = R"(
if redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2]) then
    return 1
end
return 0)";

constexpr std::string_view takeAndAnswerNil = R"(
if redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2]) then
    return nil
end
return 0)";

// What the client library makes of an answer. Its Boolean is never absent, so nil and 0 are the same.
std::optional<bool> asBoolean(const Answer &answer) { return !answer.isNil() && answer.integer() == 1; }

} // namespace

Task<Acquired> ScriptBooleanLock::attempt(Lease lease)
{
    const auto duration = lease.value_or(m_usualLease);
    const auto token = context.uniqueToken();
    const bool nilIsSuccess = m_success == Success::IsNil;
    const auto script = nilIsSuccess ? takeAndAnswerNil : takeAndAnswerOne;

    const auto answer = co_await context.command("EVAL", script, 1, key, token, duration);
    const auto decoded = asBoolean(answer);
    const bool isRefused = nilIsSuccess ? decoded.has_value() : decoded == false;
    if (isRefused && !answer.failed())
        co_return Acquired::notFree();
    // Keep the token even if the answer was lost: the lock may be ours, and release() needs the token (A9).
    m_token = token;
    if (answer.failed())
        co_return Acquired::failed(answer);
    co_return Acquired::heldFor(duration, token);
}

Task<Released> ScriptBooleanLock::unlock()
{
    const auto deleted = co_await context.command("EVAL", compareAndDelete, 1, key, m_token);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

Task<Possession> ScriptBooleanLock::isHeld() { return whoseString(context, key, m_token); }

} // namespace lockcore

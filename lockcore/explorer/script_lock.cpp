// SPDX-License-Identifier: MIT
#include "lockcore/explorer/script_lock.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <array>

namespace lockcore::explorer {

namespace {

WatchdogOptions watchdogOptions(Milliseconds lease)
{
    const auto period = std::max(lease / 3, Milliseconds(1));
    return {.firstDelay = period, .period = period, .lease = lease, .retryDelay = period};
}

bool fits(const Answer &answer, const ScriptPair::Reading &reading)
{
    if (answer.failed())
        return false;
    if (reading == "nil")
        return answer.isNil();
    return !answer.isNil() && (answer.text().empty() ? std::to_string(answer.integer()) : answer.text()) == reading;
}

} // namespace

bool readsClock(const ScriptPair &scripts)
{
    constexpr std::array<std::string_view, 3> quoted = {"'time'", "\"time\"", "[[time]]"};
    return std::ranges::any_of(std::array{scripts.acquire, scripts.release, scripts.renew}, [&](const Bytes &script) {
        const auto text = asciiLower(script);
        return std::ranges::any_of(quoted, [&](std::string_view word) { return text.find(word) != text.npos; });
    });
}

ScriptLock::ScriptLock(Context &context, Bytes key, const ScriptPair &scripts, Milliseconds usualLease)
    : Lock(context, std::move(key))
    , m_scripts(scripts)
    , m_usualLease(usualLease)
    , m_watchdog(
          context, watchdogOptions(usualLease), [this](Milliseconds lease) { return renew(lease); }, [this] { noteLost(); })
{ }

void ScriptLock::remember(Locals &locals) const
{
    Lock::remember(locals);
    add(locals, m_token);
    add(locals, m_holds);
    m_watchdog.remember(locals);
}

Task<Acquired> ScriptLock::attempt(Lease lease)
{
    const auto token = m_holds > 0 ? m_token : context.uniqueToken();
    const auto duration = lease.value_or(m_usualLease);
    const auto first = m_scripts.leaseFirst ? argument(duration) : token;
    const auto second = m_scripts.leaseFirst ? token : argument(duration);
    const auto answer = co_await context.command("EVAL", m_scripts.acquire, 1, key, first, second);
    if (answer.failed()) {
        m_token = token; // it may be ours
        co_return Acquired::failed(answer);
    }
    if (!fits(answer, m_scripts.acquiredWhen))
        co_return Acquired::notFree();
    m_token = token;
    m_holds = m_scripts.counts() ? m_holds + 1 : 0;
    m_watchdog.stop(); // an older one may still run, if the lock was lost and is now acquired again
    if (!m_scripts.renew.empty() && !lease)
        m_watchdog.start(duration);
    co_return Acquired::heldFor(duration, token);
}

Task<Acquired> ScriptLock::reenter(Lease lease) { return m_scripts.counts() ? tryAcquire(lease) : Lock::reenter(lease); }

Task<Renewed> ScriptLock::extend(Milliseconds lease)
{
    const auto first = m_scripts.leaseFirst ? argument(lease) : m_token;
    const auto second = m_scripts.leaseFirst ? m_token : argument(lease);
    const auto answer = co_await context.command("EVAL", m_scripts.renew, 1, key, first, second);
    if (answer.failed())
        co_return Renewed::failed(answer);
    co_return fits(answer, m_scripts.renewedWhen) ? Renewed::extended(lease) : Renewed::lost();
}

Task<Released> ScriptLock::unlock()
{
    m_holds = std::max<std::int64_t>(0, m_holds - 1); // whatever the answer is, this hold has ended
    if (m_holds == 0)
        m_watchdog.stop();
    const auto answer = co_await context.command("EVAL", m_scripts.release, 1, key, m_token);
    if (answer.failed())
        co_return Released::failed(answer);
    if (m_scripts.counts() && fits(answer, m_scripts.stillHeldWhen))
        co_return Released::stillHeld(std::max<std::int64_t>(1, m_holds));
    co_return fits(answer, m_scripts.releasedWhen) ? Released::freed() : Released::notOwner();
}

Task<Possession> ScriptLock::isHeld() { co_return Possession::failed(Answer(Answer::notSent("a script pair has no question for it"))); }

} // namespace lockcore::explorer

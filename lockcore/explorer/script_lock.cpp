// SPDX-License-Identifier: MIT
#include "lockcore/explorer/script_lock.h"

#include <algorithm>

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
    m_watchdog.remember(locals);
}

Task<Acquired> ScriptLock::attempt(Lease lease)
{
    const auto token = context.uniqueToken();
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
    m_watchdog.stop(); // an older one may still run, if the lock was lost and is now acquired again
    if (!m_scripts.renew.empty() && !lease)
        m_watchdog.start(duration);
    co_return Acquired::heldFor(duration, token);
}

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
    m_watchdog.stop();
    const auto answer = co_await context.command("EVAL", m_scripts.release, 1, key, m_token);
    if (answer.failed())
        co_return Released::failed(answer);
    co_return fits(answer, m_scripts.releasedWhen) ? Released::freed() : Released::notOwner();
}

Task<Possession> ScriptLock::isHeld() { co_return Possession::failed(Answer(Answer::notSent("a script pair has no question for it"))); }

} // namespace lockcore::explorer

// SPDX-License-Identifier: MIT
#include "lockcore/locks/lock.h"

#include <algorithm>

namespace lockcore {

namespace {

std::optional<Error> refuse(const Lease &lease)
{
    if (!lease || (*lease > Milliseconds::zero() && *lease <= Lock::longestLease))
        return std::nullopt;
    return Error{ErrorKind::Refused,
                 "a lease of " + std::to_string(lease->count()) + " ms is not possible: it must be more than 0 and at most a year",
                 "lease"};
}

} // namespace

Task<Acquired> Lock::tryAcquire(Lease lease) { return tryOnce(lease, false); }

Task<Acquired> Lock::tryOnce(Lease lease, bool inLine)
{
    if (const auto error = refuse(lease))
        co_return Acquired::failed(*error);
    const auto asked = context.bookkeeping();
    auto trying = inLine ? attemptInLine(lease) : attempt(lease);
    auto acquired = co_await trying;
    if (acquired.held())
        noteHeld(acquired, asked);
    co_return acquired;
}

Task<Acquired> Lock::acquire(Lease lease, Wait wait)
{
    // Reset here and not in the coroutine, which starts later: stopWaiting() may be called before the coroutine's first step.
    m_stopsWaiting = false;
    return tryUntilHeld(lease, wait);
}

Task<Acquired> Lock::tryUntilHeld(Lease lease, Wait wait)
{
    if (const auto error = refuse(lease))
        co_return Acquired::failed(*error);
    if (m_stopsWaiting)
        co_return Acquired::notFree();
    const bool waits = wait.kind != Wait::Kind::AtOnce;
    const auto begin = waits && wait.most ? context.steady() : Moment();
    std::unique_ptr<Context::Subscription> subscription;
    for (std::int64_t tries = 1;; ++tries) {
        const bool lastTry = !waits || tries - 1 == wait.retries;
        const int listens = !subscription ? 0 : subscription->listening() ? 2 : 1;
        context.again(Where::current(), wait.retries == Wait::forEver ? 0 : tries, listens, begin);
        auto acquired = co_await tryOnce(lease, waits);
        if (acquired.held())
            co_return acquired;

        bool givesUp = acquired.kind != Acquired::Kind::NotFree || lastTry || m_stopsWaiting;
        auto left = Milliseconds::max();
        if (!givesUp && wait.most) {
            left = *wait.most - std::chrono::duration_cast<Milliseconds>(context.steady() - begin);
            givesUp = left <= Milliseconds::zero();
        }
        if (!givesUp) {
            const auto duration = std::min(pauseAfter(acquired, wait), left);
            co_await pause(wait, duration, subscription);
            givesUp = m_stopsWaiting;
        }
        if (givesUp) {
            if (waits)
                co_await leaveLine();
            co_return acquired;
        }
    }
}

Milliseconds Lock::pauseAfter(const Acquired &acquired, const Wait &wait)
{
    const auto jitter = std::max(wait.jitter, leastJitter());
    auto duration = wait.interval;
    if (jitter > Milliseconds::zero())
        duration += context.random(jitter + Milliseconds(1));
    // A key exists until the last millisecond of its lease has passed, so the lock can be free one millisecond later at the earliest.
    if (wait.kind == Wait::Kind::Notified && acquired.ttl && *acquired.ttl < duration)
        duration = *acquired.ttl + Milliseconds(1);
    return std::max(duration, Milliseconds(1));
}

Task<void> Lock::pause(Wait wait, Milliseconds duration, std::unique_ptr<Context::Subscription> &subscription)
{
    const auto name = channel();
    if (wait.kind != Wait::Kind::Notified || name.empty()) {
        co_await context.sleep(duration);
    } else if (!subscription) {
        // Subscribe first, then try again: otherwise a release between a try and SUBSCRIBE would not be heard (pitfall R15).
        subscription = co_await context.subscribe(name);
        if (!subscription || !subscription->listening())
            co_await context.sleep(duration);
    } else if (subscription->listening()) {
        co_await subscription->next(duration);
    } else {
        // The connection broke, and messages may be lost (pitfall R14): poll once, then subscribe again.
        subscription.reset();
        co_await context.sleep(duration);
    }
}

Task<Acquired> Lock::reenter(Lease) { co_return Acquired::notFree(); }

Task<Renewed> Lock::renew(Milliseconds lease)
{
    if (const auto error = refuse(lease))
        co_return Renewed::failed(*error);
    const auto asked = context.bookkeeping();
    auto renewed = co_await extend(lease);
    noteRenewed(renewed, asked);
    co_return renewed;
}

Task<Renewed> Lock::extend(Milliseconds)
{
    co_return Renewed::failed(Error{ErrorKind::Refused, "this protocol does not renew", "unsupported"});
}

Task<void> Lock::leaveLine() { co_return; }

Task<Released> Lock::release()
{
    // Stop believing before the answer arrives: from now on the server may free the lock at any moment, and another worker may acquire it.
    if (holds() <= 1)
        m_believed = false;
    auto released = co_await unlock();
    if (released.done() || released.kind == Released::Kind::NotOwner)
        m_believed = false;
    co_return released;
}

Task<Released> Lock::forceRelease()
{
    const auto deleted = co_await context.command("DEL", key);
    if (deleted.failed())
        co_return Released::failed(deleted);
    co_return deleted.integer() == 1 ? Released::freed() : Released::notOwner();
}

bool Lock::believed()
{
    if (m_believed && m_validUntil && context.bookkeeping() >= *m_validUntil)
        noteLost();
    return m_believed;
}

Waiting<void> Lock::lost()
{
    Completion<void> completion;
    auto waiting = completion.waiting();
    if (m_lost)
        completion.complete();
    else
        m_lostWaiters.push_back(std::move(completion));
    return waiting;
}

void Lock::remember(Locals &locals) const { add(locals, m_believed, m_lost, m_stopsWaiting); }

Waiting<void> Lock::renewed() { return m_renewedWaiters.emplace_back().waiting(); }

// The lease began between the request and the answer: only counting from the request is safe.
void Lock::noteHeld(const Acquired &acquired, Moment asked)
{
    if (acquired.validity)
        m_validUntil = asked + *acquired.validity;
    else if (!m_believed)
        m_validUntil.reset(); // a re-entry that sent nothing extends nothing
    m_believed = true;
    m_lost = false;
}

void Lock::noteRenewed(const Renewed &renewed, Moment asked)
{
    if (renewed.done() && m_believed) {
        m_validUntil = asked + renewed.validity;
        for (auto &waiter : std::exchange(m_renewedWaiters, {}))
            waiter.complete();
    } else if (renewed.kind == Renewed::Kind::Lost) {
        noteLost();
    }
}

void Lock::noteLost()
{
    if (!std::exchange(m_believed, false))
        return;
    m_lost = true;
    for (auto &waiter : std::exchange(m_lostWaiters, {}))
        waiter.complete();
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "locks/lock.h"

#include <algorithm>

namespace lockcore {

namespace {

std::optional<Error> refuse(const Lease &lease)
{
    if (!lease || (*lease > Milliseconds::zero() && *lease <= Lock::longestLease))
        return std::nullopt;
    return Error{ErrorKind::Refused, "a lease of " + std::to_string(lease->count()) + " ms makes no lock: it must be more than 0 and at most a year", "lease"};
}

} // namespace

Task<Acquired> Lock::tryAcquire(Lease lease)
{
    if (const auto error = refuse(lease))
        co_return Acquired::failed(*error);
    const auto asked = context.bookkeeping();
    auto acquired = co_await attempt(lease);
    if (acquired.held())
        noteHeld(acquired, asked);
    co_return acquired;
}

Task<Acquired> Lock::acquire(Lease lease, Wait wait)
{
    const auto begin = wait.most ? context.steady() : Moment();
    std::unique_ptr<Context::Subscription> subscription;
    for (std::int64_t tries = 1;; ++tries) {
        context.again(wait.retries == Wait::forEver ? 0 : tries);
        auto acquired = co_await tryAcquire(lease);
        const bool lastTry = wait.kind == Wait::Kind::AtOnce || tries - 1 == wait.retries;
        if (acquired.kind != Acquired::Kind::NotFree || lastTry)
            co_return acquired;

        auto pause = wait.interval;
        if (wait.jitter > Milliseconds::zero())
            pause += context.random(wait.jitter + Milliseconds(1));
        if (acquired.ttl)
            pause = std::min(pause, *acquired.ttl + Milliseconds(1));
        if (wait.most) {
            const auto left = *wait.most - std::chrono::duration_cast<Milliseconds>(context.steady() - begin);
            if (left <= Milliseconds::zero())
                co_return acquired;
            pause = std::min(pause, left);
        }
        if (wait.kind != Wait::Kind::Notified || channel().empty()) {
            co_await context.sleep(pause);
        } else if (!subscription) {
            // Subscribe first, then try again: what is released in between would never be heard of (pitfall R15).
            const auto name = channel();
            subscription = co_await context.subscribe(name);
        } else if (subscription->listening()) {
            co_await subscription->next(pause);
        } else {
            subscription.reset();
            co_await context.sleep(pause);
        }
    }
}

Task<Acquired> Lock::reenter(Lease)
{
    co_return Acquired::notFree();
}

Task<Renewed> Lock::renew(Milliseconds)
{
    co_return Renewed::failed(Error{ErrorKind::Refused, "this protocol does not renew", "unsupported"});
}

Task<Released> Lock::forceRelease()
{
    const auto answer = co_await context.command("DEL", key);
    if (answer.failed())
        co_return Released::failed(answer);
    co_return answer.integer() == 1 ? Released::freed() : Released::notOwner();
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
    m_lostWaiters.push_back(std::move(completion));
    return waiting;
}

// The lease began at the latest when the answer came, and at the earliest when we asked: only the earliest is safe.
void Lock::noteHeld(const Acquired &acquired, Moment asked)
{
    m_believed = true;
    m_validUntil.reset();
    if (acquired.validity)
        m_validUntil = asked + *acquired.validity;
}

void Lock::noteReleased()
{
    m_believed = false;
}

void Lock::noteLost()
{
    if (!std::exchange(m_believed, false))
        return;
    for (auto &waiter : std::exchange(m_lostWaiters, {}))
        waiter.complete();
}

} // namespace lockcore

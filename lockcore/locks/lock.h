// SPDX-License-Identifier: MIT
// A lock as applications use it, whatever its protocol. One object belongs to one worker (its Context) and one key; it
// remembers what the worker believes. Destroying it does not release: a release can fail, and that must be seen.
//
//     TokenLock lock(context, "order:{42}");
//     const auto acquired = co_await lock.acquire(30s, Wait::notified().atMost(5s));
//     if (!acquired.held()) …
//     … the work; stop when lock.lost() …
//     const auto released = co_await lock.release();
#pragma once

#include "locks/context.h"
#include "locks/outcome.h"
#include "locks/wait.h"

namespace lockcore {

/// None: the protocol's default, renewed by its watchdog if it has one. Given: so long and no longer.
using Lease = std::optional<Milliseconds>;

class Lock
{
public:
    static constexpr Milliseconds longestLease = std::chrono::hours(24 * 365);

    Lock(Context &context, Bytes key) : context(context), key(std::move(key)) { }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
    virtual ~Lock() = default;

    /// One try, and no place in a queue. A lease of ≤ 0 or beyond longestLease is refused before anything is sent.
    Task<Acquired> tryAcquire(Lease lease = {});

    /// Tries until it is held, the policy gives up, or something is wrong. Dropped on the way (its Scope ended) it can send
    /// nothing more: what it had asked for may be granted and lasts for a lease, and a place in a queue until its timeout.
    Task<Acquired> acquire(Lease lease = {}, Wait wait = Wait::notified());

    /// Ends an acquire(), also one whose task has not started yet. It sends no further try, leaves the queue, and completes at the
    /// latest after one interval of its policy and the commands on their way. A grant on its way still completes it with Held, to
    /// be released.
    void stopWaiting() { m_stopsWaiting = true; }

    /// Takes it once more while it is held. Protocols that know no re-entry answer NotFree: they would wait for themselves.
    virtual Task<Acquired> reenter(Lease lease = {});

    Task<Renewed> renew(Milliseconds lease); ///< refuses what tryAcquire() refuses
    Task<Released> release();
    virtual Task<Possession> isHeld() = 0; ///< asks Redis; believed() does not

    /// Frees it whoever holds it, and wakes waiters the way the protocol does. This breaks mutual exclusion (pitfall R12).
    virtual Task<Released> forceRelease();

    /// Does the worker believe that it holds the lock? From memory alone: from Held until it calls the release of its last hold,
    /// the lock is lost, or the validity ends.
    bool believed();

    /// Until when it is held if nobody renews it, by context.bookkeeping(). None: not believed, or without a lease.
    std::optional<Moment> validUntil() const { return m_believed ? m_validUntil : std::nullopt; }

    /// Completes when a renewal found that the lock is not ours any more, or could not be made while it lasted (then up to
    /// one command's timeout late: validUntil() is exact). At once if that was so since it was last acquired.
    Waiting<void> lost();

    const Bytes &name() const { return key; }

protected:
    virtual Task<Acquired> attempt(Lease lease) = 0;

    /// As attempt(), of a worker that will wait and try again: a protocol with a queue lines up.
    virtual Task<Acquired> attemptInLine(Lease lease) { return attempt(lease); }

    /// The worker waits no longer and does not hold it: a protocol with a queue leaves it.
    virtual Task<void> leaveLine();

    virtual Task<Renewed> extend(Milliseconds lease);
    virtual Task<Released> unlock() = 0;

    /// By the worker's own count; a protocol without re-entry has one hold at most.
    virtual std::int64_t holds() const { return 1; }

    /// Where releases are announced; empty: nowhere.
    virtual Bytes channel() const { return {}; }

    /// Waiters of this protocol must not keep in step: the least jitter between two tries.
    virtual Milliseconds leastJitter() const { return Milliseconds::zero(); }

    void noteRenewed(const Renewed &renewed, Moment asked);
    void noteLost();

    Context &context;
    const Bytes key;

private:
    void noteHeld(const Acquired &acquired, Moment asked);
    Task<Acquired> tryOnce(Lease lease, bool inLine);
    Task<Acquired> tryUntilHeld(Lease lease, Wait wait);
    Milliseconds pauseAfter(const Acquired &acquired, const Wait &wait);
    Task<void> pause(Wait wait, Milliseconds duration, std::unique_ptr<Context::Subscription> &subscription);

    bool m_believed = false;
    bool m_lost = false;
    bool m_stopsWaiting = false;
    std::optional<Moment> m_validUntil;
    std::vector<Completion<void>> m_lostWaiters;
};

} // namespace lockcore

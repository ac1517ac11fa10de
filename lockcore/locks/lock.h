// SPDX-License-Identifier: MIT
// A lock as applications use it, whatever its protocol. One object belongs to one worker (its Context) and one key, and keeps what
// the worker believes. Destroying it does not release the lock: a release can fail, and the caller must see that.
//
//     TokenLock lock(context, "order:{42}");
//     const auto acquired = co_await lock.acquire(30s, Wait::notified().atMost(5s));
//     if (!acquired.held()) …
//     … work; stop when lock.lost() completes …
//     const auto released = co_await lock.release();
#pragma once

#include "lockcore/locks/context.h"
#include "lockcore/locks/outcome.h"
#include "lockcore/locks/wait.h"

namespace lockcore {

/// None: the protocol's default, which its watchdog renews if it has one. A given lease is never renewed.
using Lease = std::optional<Milliseconds>;

class Lock
{
public:
    static constexpr Milliseconds longestLease = std::chrono::hours(24 * 365);

    Lock(Context &context, Bytes key)
        : context(context)
        , key(std::move(key))
    { }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
    virtual ~Lock() = default;

    /// Tries once and joins no queue. A lease of ≤ 0 or above longestLease is refused before anything is sent.
    Task<Acquired> tryAcquire(Lease lease = {});

    /// Tries until the lock is held, the policy gives up, or an error occurs. If the task is dropped (its Scope ended), it can send nothing
    /// more: a lock that the server is just granting then lasts for its lease, and a place in a queue until its timeout.
    Task<Acquired> acquire(Lease lease = {}, Wait wait = Wait::notified());

    /// Ends an acquire(), also one whose task has not started yet. It sends no further try, leaves the queue, and completes after at most
    /// one interval of its policy, plus the time of commands already sent. If one of them is granted, acquire() still completes with Held,
    /// and the caller must release the lock.
    void stopWaiting() { m_stopsWaiting = true; }

    /// Acquires the lock again while it is held. Protocols without re-entry answer NotFree: the worker would wait for itself.
    virtual Task<Acquired> reenter(Lease lease = {});

    Task<Renewed> renew(Milliseconds lease); ///< refuses the leases that tryAcquire() refuses
    Task<Released> release();
    virtual Task<Possession> isHeld() = 0; ///< asks Redis; believed() does not

    /// Frees the lock for any holder, and wakes waiters as the protocol does. This breaks mutual exclusion (pitfall R12).
    virtual Task<Released> forceRelease();

    /// Does the worker believe that it holds the lock? Answered from memory alone. It is true from Held until the worker calls release()
    /// for its last hold, the lock is lost, or the validity ends.
    bool believed();

    /// When the lock ends without a renewal, by context.bookkeeping(). None: not believed, or without a lease.
    std::optional<Moment> validUntil() const { return m_believed ? m_validUntil : std::nullopt; }

    /// Completes when a renewal finds that the lock is no longer ours, or when no renewal of the watchdog succeeded before the lease ended
    /// (then late by up to one command timeout: validUntil() is exact). Without a watchdog only believed() notices the end of the lease.
    /// Completes immediately if the lock was lost since the last acquisition.
    Waiting<void> lost();

    /// Completes at the next successful renewal, by the watchdog or by renew().
    Waiting<void> renewed();

    const Bytes &name() const { return key; }

    /// All that the lock keeps from one call to the next: two locks that remember the same do the same from here on. For the Explorer,
    /// which examines such a state once.
    virtual void remember(Locals &locals) const;

protected:
    virtual Task<Acquired> attempt(Lease lease) = 0;

    /// Like attempt(), for a worker that will wait and try again: a protocol with a queue joins it.
    virtual Task<Acquired> attemptInLine(Lease lease) { return attempt(lease); }

    /// Called when the worker stops waiting without the lock. A protocol with a queue leaves it.
    virtual Task<void> leaveLine();

    virtual Task<Renewed> extend(Milliseconds lease);
    virtual Task<Released> unlock() = 0;

    /// The worker's own count. A protocol without re-entry has one hold at most.
    virtual std::int64_t holds() const { return 1; }

    /// The channel on which releases are announced; empty: none.
    virtual Bytes channel() const { return {}; }

    /// The minimum jitter between two tries, for a protocol whose waiters must not retry at the same time.
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
    std::vector<Completion<void>> m_renewedWaiters;
};

} // namespace lockcore

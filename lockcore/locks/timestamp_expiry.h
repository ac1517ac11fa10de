// SPDX-License-Identifier: MIT
// The value is the time at which the lock expires, by the holder's clock; there is no TTL. After that time the lock is stale, and the first
// worker to GETSET it gets it. DEL releases it unless the holder's own clock says that the lease has ended; with release=compare, DEL
// releases it only if the stamp is still the holder's.
// Broken by: clocks that differ (A5) or jump (L19): a worker deletes another worker's lock because its own clock says that the lease still
// lasts (R1). A stamp computed before a delay (A8), nil mistaken for stale (A7), a lease that ends between the check and DEL (R2). The
// loser of a race for a stale lock overwrites the winner's stamp (A6): with release=compare the winner then cannot release.
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class TimestampExpiryLock final : public Lock
{
public:
    enum class Release { ByElapsedTime, ByStamp };

    TimestampExpiryLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30),
                        Release release = Release::ByElapsedTime)
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
        , m_release(release)
    { }

    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_takenAt, m_lease, m_stamp);
    }

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    const Release m_release;
    WorkerTime m_takenAt{};
    Milliseconds m_lease{0};
    Bytes m_stamp;
};

} // namespace lockcore

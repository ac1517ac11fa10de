// SPDX-License-Identifier: MIT
// The value is the time at which the lock lapses, by the taker's clock; there is no TTL. One that has passed is stale, and
// whoever GETSETs it first may have it. Released by DEL, unless the own lease is over; with `compare` only if the stamp is ours.
// Broken by: clocks that differ (A5), a stamp computed before a delay (A8), a nil taken for stale (A7), and the loser of a race
// for a stale lock writes over the winner's stamp (A6): with `compare` the winner then leaves the lock behind.
#pragma once

#include "locks/lock.h"

namespace lockcore {

class TimestampExpiryLock final : public Lock
{
public:
    enum class Release { ByElapsedTime, ByStamp };

    TimestampExpiryLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30),
                        Release release = Release::ByElapsedTime)
        : Lock(context, std::move(key)), m_usualLease(usualLease), m_release(release) { }

    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    const Release m_release;
    WorkerTime m_taken{};
    Milliseconds m_lease{0};
    Bytes m_stamp;
};

} // namespace lockcore

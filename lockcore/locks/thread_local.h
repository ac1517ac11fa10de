// SPDX-License-Identifier: MIT
// A hold count per worker and lock name, kept in the worker's memory beside a `token` lock: a re-entry asks nobody. One object
// per worker and name: the token stays in the object.
// Broken by: the count outlives the lease, and a re-entry then finds a lock that another holds (E1).
#pragma once

#include "locks/lock.h"

namespace lockcore {

class ThreadLocalLock final : public Lock
{
public:
    ThreadLocalLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
        : Lock(context, std::move(key)), m_usualLease(usualLease) { }

    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    std::int64_t holds() const override;

private:
    const Milliseconds m_usualLease;
    Bytes m_token;
};

} // namespace lockcore

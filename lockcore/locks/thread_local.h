// SPDX-License-Identifier: MIT
// A `token` lock with a hold count in the worker's memory, one count for each worker and lock name: a re-entry sends nothing. Use one
// object per worker and name, because the object keeps the token.
// Broken by: a lease that ends while the count is above 0: the worker then re-enters a lock that another worker holds (E1); two tasks of
// one worker, which share the count (E9).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class ThreadLocalLock final : public Lock
{
public:
    ThreadLocalLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
    { }

    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_token);
    }

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

// SPDX-License-Identifier: MIT
// A hash with one field, owner → hold count, changed only by scripts. The owner is the worker, so the worker can re-enter.
// Broken by: work that outlives its lease (L1), an inner lease that is shorter than the outer (E8), a retry after a lost answer, which
// counts twice (A9), two tasks of one worker, which are one owner (E9). Without the owner check, as in some implementations, a release
// frees another worker's lock (E6).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class HashReentrantLock final : public Lock
{
public:
    HashReentrantLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30), bool checksOwner = true);

    Task<Acquired> reenter(Lease lease = {}) override;
    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_holds);
    }

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    std::int64_t holds() const override { return m_holds; }

private:
    const Milliseconds m_usualLease;
    const bool m_checksOwner;
    const Bytes m_owner;
    std::int64_t m_holds = 0; ///< may differ from the count in Redis after a lost answer (E4)
};

} // namespace lockcore

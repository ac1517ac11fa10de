// SPDX-License-Identifier: MIT
// SETNX, then PEXPIRE; a plain DEL to release.
// Broken by: a crash between the two commands, which leaves the lock for ever (A1); a release after the lease, whose DEL frees the next
// holder's lock (R1), or by a worker that never got the lock (R5). With expire=always PEXPIRE is sent whatever SETNX answered: workers that
// fail to get the lock keep a dead holder's lock alive (A2).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class SetnxExpireLock final : public Lock
{
public:
    enum class Expire { ByWinner, Always };

    SetnxExpireLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30), Expire expire = Expire::ByWinner)
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
        , m_expire(expire)
    { }

    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_token);
    }

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    const Expire m_expire;
    Bytes m_token; ///< only for isHeld(): the protocol itself never reads it
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// SETNX, then PEXPIRE, and a plain DEL to release.
// Broken by: a crash between the two commands leaves a lock for ever (A1); DEL frees whoever holds it by then (R1). Where PEXPIRE
// is sent whatever SETNX said, those who do not get the lock keep a dead holder's alive (A2).
#pragma once

#include "locks/lock.h"

namespace lockcore {

class SetnxExpireLock final : public Lock
{
public:
    enum class Expire { ByWinner, Always };

    SetnxExpireLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30), Expire expire = Expire::ByWinner)
        : Lock(context, std::move(key)), m_usualLease(usualLease), m_expire(expire) { }

    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    const Expire m_expire;
    Bytes m_token; ///< tells an onlooker who holds it; the protocol itself never reads it
};

} // namespace lockcore

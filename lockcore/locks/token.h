// SPDX-License-Identifier: MIT
// SET NX PX with a random token; compare and delete in one script. The sound lock on one server.
// Broken by: work that outlives its lease (L1), a pause longer than the lease (L8), a failover (D1).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class TokenLock final : public Lock
{
public:
    TokenLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
    { }

    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    Bytes m_token;
};

} // namespace lockcore

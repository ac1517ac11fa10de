// SPDX-License-Identifier: MIT
// SET NX PX in one command, and a plain DEL to release.
// Broken by: work that outlives its lease; its DEL frees the next holder's lock, and a third worker acquires it (R1).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class SetNxDelLock final : public Lock
{
public:
    SetNxDelLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
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
    Bytes m_token; ///< only for isHeld(): the protocol itself never reads it
};

} // namespace lockcore

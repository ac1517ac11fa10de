// SPDX-License-Identifier: MIT
// Like `token`. Every acquisition also draws a number from the counter `<key>:fence`, which never expires. The resource refuses a
// number that is smaller than one it has seen.
// Broken by: a resource that does not check the number (D15), a lost counter (D13). Two workers may hold the lock at once, as with
// `token` (L1, L8): the number protects the resource, not the lock.
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class FencedLock final : public Lock
{
public:
    FencedLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
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
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    Bytes m_token;
};

} // namespace lockcore

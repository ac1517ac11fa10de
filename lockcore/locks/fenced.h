// SPDX-License-Identifier: MIT
// As `token`, and every acquisition draws a number from the counter `<key>:fence`, which never expires: the resource refuses
// whoever comes with a smaller one than it has seen.
// Broken by: a resource that does not check the number (D15), a counter that is lost (D13). Two may hold it at once, as with `token`
// (L1, L8): what is safe is the resource.
#pragma once

#include "locks/lock.h"

namespace lockcore {

class FencedLock final : public Lock
{
public:
    FencedLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
        : Lock(context, std::move(key)), m_usualLease(usualLease) { }

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

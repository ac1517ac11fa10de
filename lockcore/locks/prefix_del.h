// SPDX-License-Identifier: MIT
// SET NX PX with a random token. To release, one script compares the token and deletes every key that begins with the lock's name, to take
// the lock's other keys along. The script goes through all keys of its server, so only the Lab plays this protocol, on its own servers.
// Broken by: another lock whose name begins with this one's: `order:1` takes `order:10` along (D12).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class PrefixDelLock final : public Lock
{
public:
    PrefixDelLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
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
    Bytes m_token;
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// SET NX PX with a token. To release: GET and DEL inside WATCH, MULTI, EXEC, which checks and deletes in one step without Lua. It
// needs its own connection: another user's EXEC or UNWATCH would end the WATCH (R3).
// Broken by: work that outlives its lease (L1), and a full server, which refuses DEL inside MULTI (A18).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class GetThenDelWatchLock final : public Lock
{
public:
    GetThenDelWatchLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
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
    Task<Released> discard(Answer why);

    const Milliseconds m_usualLease;
    Bytes m_token;
};

} // namespace lockcore

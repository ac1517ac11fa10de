// SPDX-License-Identifier: MIT
// SET NX PX with a token; to release, GET and DEL inside WATCH / MULTI / EXEC: how to check and delete without Lua.
// Broken by: work that outlives its lease (L1); a connection that somebody else uses too (R3), hence one of its own.
#pragma once

#include "locks/lock.h"

namespace lockcore {

class GetThenDelWatchLock final : public Lock
{
public:
    GetThenDelWatchLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30))
        : Lock(context, std::move(key)), m_usualLease(usualLease) { }

    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    Task<Released> discard(Answer why);

    const Milliseconds m_usualLease;
    Bytes m_token;
};

} // namespace lockcore

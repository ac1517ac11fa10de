// SPDX-License-Identifier: MIT
// SET NX PX with a random token; compare and delete in one script. The sound lock on one server.
// With `after-time-out=claim` it takes a missing answer for a yes (A12). With `token=client` there is one token for the whole process (A15).
// Broken by: work that outlives its lease (L1), a pause longer than the lease (L8), a failover (D1).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class TokenLock final : public Lock
{
public:
    struct Options
    {
        Milliseconds lease = std::chrono::seconds(30); ///< if the acquisition gives none
        bool claimsWhenUnsure = false;
        bool oneForAll = false; ///< one token for all the owners of a process
    };

    TokenLock(Context &context, Bytes key, Options options)
        : Lock(context, std::move(key))
        , m_options(options)
    { }
    TokenLock(Context &context, Bytes key)
        : TokenLock(context, std::move(key), Options())
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
    const Options m_options;
    Bytes m_token;
};

} // namespace lockcore

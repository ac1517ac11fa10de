// SPDX-License-Identifier: MIT
// SET NX PX with a token. To release: GET the token, compare it, then DEL.
// Broken by: a lease that ends between GET and DEL, which then frees another worker's lock (R2). With thread ids as tokens: two processes
// whose threads have the same number, so that each believes that the other's lock is its own (A15).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class GetThenDelLock final : public Lock
{
public:
    enum class Token { Random, ThreadId };

    GetThenDelLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30), Token kind = Token::Random)
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
        , m_kind(kind)
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
    const Token m_kind;
    Bytes m_token;
};

} // namespace lockcore

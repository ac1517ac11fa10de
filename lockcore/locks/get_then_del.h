// SPDX-License-Identifier: MIT
// SET NX PX with a token; to release, GET the token, compare it, then DEL.
// Broken by: the lease may end between GET and DEL, and DEL then frees another's lock (R2). With thread ids as tokens also by
// two processes whose threads bear the same number: each takes the other's lock for its own (A15).
#pragma once

#include "locks/lock.h"

namespace lockcore {

class GetThenDelLock final : public Lock
{
public:
    enum class Token { Random, ThreadId };

    GetThenDelLock(Context &context, Bytes key, Milliseconds usualLease = std::chrono::seconds(30), Token kind = Token::Random)
        : Lock(context, std::move(key)), m_usualLease(usualLease), m_kind(kind) { }

    Task<Possession> isHeld() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Released> unlock() override;

private:
    const Milliseconds m_usualLease;
    const Token m_kind;
    Bytes m_token;
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Like token, but a script acquires the lock, and a client library makes a Boolean of what the script answers, as Spring Data Redis does:
// nil is false, and only the number 1 is true. With `success=one` the script answers 1 or 0, and that works. With `success=nil` it answers
// nil for "acquired", as Redisson's scripts do; then the program never hears of its success.
// Broken by: work that outlives its lease (L1), a pause longer than the lease (L8), a failover (D1).
// Source: the conversion of Lua's values in Redis' documentation of EVAL.
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class ScriptBooleanLock final : public Lock
{
public:
    enum class Success { IsOne, IsNil };

    ScriptBooleanLock(Context &context, Bytes key, Milliseconds usualLease, Success success)
        : Lock(context, std::move(key))
        , m_usualLease(usualLease)
        , m_success(success)
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
    const Success m_success;
    Bytes m_token;
};

} // namespace lockcore

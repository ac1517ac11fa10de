// SPDX-License-Identifier: MIT
// Redlock: the same token on N independent servers, one after the other. A worker with a majority holds the lock for the rest of the lease,
// measured by the worker's monotonic clock. The Context's command timeout limits how long one server can delay the others.
// With `grants=free-or-own` a server also says yes if it has this worker's token already, as redlock-rb does.
// Broken by: a pause after the majority (D6), a server's clock that jumps (D5), a server that forgets (D4). Servers that are not independent:
// one that has granted the lock grants it again, under each of its addresses (D10).
#pragma once

#include "lockcore/locks/lock.h"

namespace lockcore {

class Redlock final : public Lock
{
public:
    struct Options
    {
        Milliseconds lease = std::chrono::seconds(10);
        Milliseconds jitter{200}; ///< rivals that split the vote must not retry together (D9)
        bool grantsOwn = false;   ///< what has this token already is a yes
    };

    Redlock(Context &context, Bytes key, Options options)
        : Lock(context, std::move(key))
        , m_options(options)
    { }
    Redlock(Context &context, Bytes key)
        : Redlock(context, std::move(key), Options())
    { }

    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_token);
    }
    Task<Released> forceRelease() override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;
    Milliseconds leastJitter() const override { return m_options.jitter; }

private:
    std::size_t majority() const { return context.servers() / 2 + 1; }
    static Milliseconds drift(Milliseconds lease) { return lease / 100 + Milliseconds(2); }
    Task<Answer> ask(std::size_t server, Bytes token, Milliseconds duration);
    Task<Released> freeAll(Bytes token);

    const Options m_options;
    Bytes m_token;
};

} // namespace lockcore

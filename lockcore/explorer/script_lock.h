// SPDX-License-Identifier: MIT
// A user's own lock: a script that acquires and one that releases, each with the lock's name as KEYS[1]. With a third one, a watchdog renews.
#pragma once

#include "lockcore/locks/lock.h"
#include "lockcore/locks/watchdog.h"

namespace lockcore::explorer {

struct ScriptPair
{
    /// What a reply is compared with: `nil`, `0`, `1` …, or a word like `OK`.
    using Reading = std::string;

    Bytes acquire;
    Bytes release;
    Bytes renew;             ///< empty: nobody renews
    bool leaseFirst = false; ///< ARGV[1] is the lease and ARGV[2] the owner, instead of the other way round
    Reading acquiredWhen = "1";
    Reading releasedWhen = "1";
    Reading renewedWhen = "1";
    Reading stillHeldWhen; ///< of the release: one hold fewer, and some are left. Empty: the scripts do not count holds
    bool counts() const { return !stillHeldWhen.empty(); }
    bool operator==(const ScriptPair &) const = default;
};

/// Whether a script names the command TIME, and so may read the server's clock.
bool readsClock(const ScriptPair &scripts);

class ScriptLock final : public Lock
{
public:
    ScriptLock(Context &context, Bytes key, const ScriptPair &scripts, Milliseconds usualLease);

    Task<Possession> isHeld() override;
    Task<Acquired> reenter(Lease lease) override;
    void remember(Locals &locals) const override;

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;

private:
    const ScriptPair m_scripts;
    const Milliseconds m_usualLease;
    Bytes m_token;
    std::int64_t m_holds = 0; ///< as this worker believes: while there are some, its scripts get the same owner
    Watchdog m_watchdog;
};

} // namespace lockcore::explorer

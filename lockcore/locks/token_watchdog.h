// SPDX-License-Identifier: MIT
// Like `token`, with a watchdog that renews the lock if the acquisition gave no lease. Options: first delay, period, renewal lease. Without
// the owner check the watchdog renews the key whoever holds it; with `after-loss=take-again` it makes a key that is gone again. With
// `release=loaded-script` the release names a script that was loaded once; with `release=signal` its script also signals in a second key.
// With `watchdog-ends=after-release` the watchdog renews until a release has succeeded. Preset `article`: 30 s, renewed after 29 s, then 20 s
// every 20 s, unchecked.
// Broken by: a given lease, which turns the watchdog off (L2), a pause longer than the lease (L8), a worker that hangs while its watchdog
// renews (L5, L16). Without the owner check the watchdog renews the next holder's lock (L11). One that takes the lock again never reports that it was lost (L12). With the article's times any delay breaks it,
// because they leave no margin (L3). A loaded script may be unknown to the server or to a node of a cluster (A16), and the two keys may be in
// different slots of a cluster (A17); a watchdog that goes on then renews for ever (R8).
#pragma once

#include "lockcore/locks/lock.h"
#include "lockcore/locks/watchdog.h"

namespace lockcore {

class TokenWatchdogLock final : public Lock
{
public:
    enum class Release { Script, LoadedScript, Signal };

    struct Options
    {
        Milliseconds lease = std::chrono::seconds(30);
        WatchdogOptions watchdog;
        Release release = Release::Script;
        bool renewsUntilFreed = false; ///< the watchdog does not end before the release
        bool checksOwner = true;
        bool takesAgain = false; ///< after a loss: as "extend or lock" does, instead of reporting it

        static Options article();
    };

    TokenWatchdogLock(Context &context, Bytes key, Options options);
    TokenWatchdogLock(Context &context, Bytes key)
        : TokenWatchdogLock(context, std::move(key), Options())
    { }

    Task<Possession> isHeld() override;
    void remember(Locals &locals) const override
    {
        Lock::remember(locals);
        add(locals, m_token, m_loaded);
        m_watchdog.remember(locals);
    }

protected:
    Task<Acquired> attempt(Lease lease) override;
    Task<Renewed> extend(Milliseconds lease) override;
    Task<Released> unlock() override;

private:
    Task<Answer> free();

    const Options m_options;
    Bytes m_token;
    Bytes m_loaded; ///< the name of the script that frees it
    Watchdog m_watchdog;
};

} // namespace lockcore

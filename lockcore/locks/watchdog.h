// SPDX-License-Identifier: MIT
// Renews a lease while its worker lives. Owned by a Lock. It ends with the Lock, with stop(), or with the worker.
#pragma once

#include "lockcore/locks/context.h"
#include "lockcore/locks/outcome.h"

#include <functional>

namespace lockcore {

struct WatchdogOptions
{
    Milliseconds firstDelay{10'000}; ///< until the first renewal
    Milliseconds period{10'000};     ///< between two renewals
    Milliseconds lease{30'000};      ///< set by each renewal
    Milliseconds retryDelay{1'000};  ///< after an error, while the lease lasts; at most the period
    bool givesUpOnError = false;     ///< after an error: stop for good, as some libraries did (pitfall L6)
    bool operator==(const WatchdogOptions &) const = default;
};

class Watchdog
{
public:
    using Renew = std::function<Task<Renewed>(Milliseconds lease)>;

    /// `renew` must check the owner and never re-create the key, unless the protocol demonstrates that flaw. Calls `lost` once, at the
    /// first renewal that finds the lock gone, or when errors have lasted until the lease ended. With givesUpOnError it does not call
    /// `lost` after an error: that is the flaw that this option demonstrates.
    Watchdog(Context &context, WatchdogOptions options, Renew renew, std::function<void()> lost);

    void start(Milliseconds lease); ///< `lease` is what the acquisition set; does nothing if the watchdog is running
    void stop();                    ///< call before a release that may free the lock (pitfall R8); drops a renewal in flight
    bool running() const { return m_running; }
    void remember(Locals &locals) const; ///< for Lock::remember()

private:
    Task<void> run(Milliseconds lease);

    Context &m_context;
    const WatchdogOptions m_options;
    const Renew m_renew;
    const std::function<void()> m_lost;
    bool m_running = false;
    std::unique_ptr<Context::Companion> m_companion;
};

} // namespace lockcore

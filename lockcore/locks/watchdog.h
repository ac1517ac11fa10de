// SPDX-License-Identifier: MIT
// Renews a lease as long as its worker lives. Owned by a Lock; ends with it, with stop(), or with the worker.
#pragma once

#include "locks/context.h"
#include "locks/outcome.h"

#include <functional>

namespace lockcore {

struct WatchdogOptions
{
    Milliseconds firstDelay{10'000}; ///< until the first renewal
    Milliseconds period{10'000};     ///< from one to the next
    Milliseconds lease{30'000};      ///< that each renewal sets
    Milliseconds retryDelay{1'000};  ///< after an error, while the lease lasts; at most the period
    bool givesUpOnError = false;     ///< after an error on the wire: stop for good, as some libraries did (pitfall L6)
    bool operator==(const WatchdogOptions &) const = default;
};

class Watchdog
{
public:
    using Renew = std::function<Task<Renewed>(Milliseconds lease)>;

    /// `renew` must check the owner and never re-create the key, unless that is the flaw to be shown. `lost` is called once,
    /// at the first renewal that finds the lock gone, or when the lease ran out over errors. One that gives up on an error
    /// tells nobody: that is its flaw.
    Watchdog(Context &context, WatchdogOptions options, Renew renew, std::function<void()> lost);

    void start(Milliseconds lease); ///< `lease` is what the acquisition set; one that runs goes on instead
    void stop();                    ///< before the release, always (pitfall R8); one in flight is dropped
    bool running() const { return m_running; }

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

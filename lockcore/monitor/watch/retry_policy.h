// SPDX-License-Identifier: MIT
// Decides after each session when the next one starts, if any. Lockscope must not flood a server with connections that ends or refuses
// every session. Pure; any one thread.
#pragma once

#include "lockcore/redis/backoff.h"

#include "lockcore/base/result.h"

#include <random>

namespace lockcore {

class RetryPolicy
{
public:
    explicit RetryPolicy(std::uint64_t seed = std::random_device{}())
        : m_backoff(seed)
    { }

    struct Ending
    {
        Error error;
        bool connected = false; ///< the feed was started
        bool swept = false;     ///< at least one sweep of this session was complete
        bool everLive = false;  ///< a sweep of this or an earlier session was complete
    };

    /// The delay before the next session; none: the next session would end in the same way.
    std::optional<Milliseconds> after(const Ending &ending);

    void insist(); ///< the user wants this server to be watched: do not stop after a failed connection
    void reset();

private:
    bool isHopeless(const Ending &ending);

    Backoff m_backoff;
    bool m_begun = false;          ///< data was read at least once: from then on, a lost connection is retried
    std::optional<Error> m_broken; ///< the protocol error of the last session and of those before it
    int m_brokenInARow = 0;
};

} // namespace lockcore

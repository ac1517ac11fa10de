// SPDX-License-Identifier: MIT
// After a session has ended: when is the next one, if any? A server that ends or refuses every session must not be flooded with
// connections. Pure; any one thread.
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
        bool connected = false; ///< the feed had begun
        bool swept = false;     ///< at least one sweep of this session was complete
        bool everLive = false;  ///< or one of an earlier session
    };

    /// How long to wait before the next session; none: it would end in the same way.
    std::optional<Milliseconds> after(const Ending &ending);

    void insist(); ///< a person wants to watch this server: a failure of the connection is no reason to stop
    void reset();

private:
    bool isHopeless(const Ending &ending);

    Backoff m_backoff;
    bool m_begun = false;          ///< something was seen: after that, a lost connection is tried again
    std::optional<Error> m_broken; ///< how the last session broke the protocol, and those before it
    int m_brokenInARow = 0;
};

} // namespace lockcore

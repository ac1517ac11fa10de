// SPDX-License-Identifier: MIT
// The server's wall clock, estimated locally. TTLs and expected expiries are computed with it, never with the desktop's clock.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/reply.h"

#include <optional>
#include <span>

namespace lockcore {

/// The reply of TIME: seconds and microseconds. 1970 for any other reply.
ServerTime timeFrom(std::span<const Reply> secondsAndMicroseconds);

class ServerClock
{
public:
    /// `at` was read on the server somewhere between `sent` and `received`.
    void observe(ServerTime at, Moment sent, Moment received);

    bool known() const { return m_best.has_value(); }

    /// The server's time at `moment`, accurate to half the best recent round trip. Only if known().
    ServerTime at(Moment moment) const;

    /// The same minus or plus the error.
    ServerTime earliest(Moment moment) const;
    ServerTime latest(Moment moment) const;

    /// The sum of its jumps against our own clock: it was set, or this machine slept.
    Microseconds jumps() const { return m_jumps; }

    /// When the server's clock will show `time`; at most a hundred years away.
    Moment momentOf(ServerTime time) const;

private:
    struct Observation
    {
        ServerTime server{};
        Moment here{};
        Duration uncertainty{};
    };

    Microseconds error(Moment moment) const;

    std::optional<Observation> m_best;
    Microseconds m_jumps{};
};

/// Notices the jumps of a ServerClock.
class ClockJumps
{
public:
    explicit ClockJumps(const ServerClock &clock)
        : m_clock(clock)
        , m_before(clock.jumps())
    { }

    /// The jumps since the last call; small ones count as 0.
    Microseconds take();

private:
    const ServerClock &m_clock;
    Microseconds m_before;
};

} // namespace lockcore

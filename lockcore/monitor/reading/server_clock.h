// SPDX-License-Identifier: MIT
// The server's wall clock as estimated locally. TTLs are drawn and expiry is predicted by it, never by the desktop's clock.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/reply.h"

#include <optional>
#include <span>

namespace lockcore {

/// The reply of TIME: seconds and microseconds. 1970 if it is something else.
ServerTime timeFrom(std::span<const Reply> secondsAndMicroseconds);

class ServerClock
{
public:
    /// `at` was read on the server somewhere between `sent` and `received`.
    void observe(ServerTime at, Moment sent, Moment received);

    bool known() const { return m_best.has_value(); }

    /// The server's time at `moment`, accurate to half the best recent round trip. Only if known().
    ServerTime at(Moment moment) const;

    /// The same with the error taken off, or added.
    ServerTime earliest(Moment moment) const;
    ServerTime latest(Moment moment) const;

    /// By how much it has jumped against our own clock, all together: it was set, or this machine slept.
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

    /// Since the last call; small ones count as none.
    Microseconds take();

private:
    const ServerClock &m_clock;
    Microseconds m_before;
};

} // namespace lockcore

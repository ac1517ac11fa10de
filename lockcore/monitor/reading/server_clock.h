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

    /// When the server's clock will show `time`.
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
};

} // namespace lockcore

// SPDX-License-Identifier: MIT
// The server's wall clock as seen from here: TTLs are drawn and expiry is predicted on it, never on the desktop's clock.
#pragma once

#include "base/clock.h"

#include <optional>

namespace lockcore {

class ServerClock
{
public:
    /// `at` was read on the server somewhere between `sent` and `received`.
    void observe(ServerTime at, Moment sent, Moment received);

    bool known() const { return m_best.has_value(); }

    /// The server's time at `moment`, off by at most half the best recent round trip. Only if known().
    ServerTime at(Moment moment) const;

    /// When the server's clock will show `time`.
    Moment momentOf(ServerTime time) const;

private:
    struct Observation
    {
        ServerTime server{};
        Moment here{};
        Duration uncertainty{};
    };

    std::optional<Observation> m_best;
};

} // namespace lockcore

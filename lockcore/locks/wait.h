// SPDX-License-Identifier: MIT
// How to wait for a lock that is not free: a policy of the caller, not a property of a protocol.
#pragma once

#include "lockcore/base/clock.h"

namespace lockcore {

struct Wait
{
    enum class Kind {
        AtOnce,   ///< one try
        Poll,     ///< sleep, try again
        Notified, ///< listen for the release, try again, wait min(TTL, poll); Poll if there is no channel, or if it breaks
    };

    static constexpr std::int64_t forEver = -1;

    Kind kind = Kind::AtOnce;
    Milliseconds interval{100};
    Milliseconds jitter{0};           ///< the most that is added to an interval; drawn for each interval
    std::int64_t retries = forEver;   ///< n: n + 1 tries, no sleep after the last
    std::optional<Milliseconds> most; ///< give up after this time

    static Wait atOnce() { return {}; }
    static Wait poll(Milliseconds interval, std::int64_t retries = forEver) { return {Kind::Poll, interval, {}, retries, {}}; }
    static Wait notified(Milliseconds poll = std::chrono::seconds(1)) { return {Kind::Notified, poll, {}, forEver, {}}; }

    Wait atMost(Milliseconds duration) const
    {
        Wait wait = *this;
        wait.most = duration;
        return wait;
    }
    bool operator==(const Wait &) const = default;
};

} // namespace lockcore

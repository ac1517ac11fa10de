// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/server_clock.h"

#include "lockcore/monitor/model/lock.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

// Clocks drift and are set: an old observation loses accuracy by one part in a thousand (1 ms per second).
Duration aged(Duration uncertainty, Duration age) { return uncertainty + age / 1000; }

} // namespace

ServerTime timeFrom(std::span<const Reply> secondsAndMicroseconds)
{
    if (secondsAndMicroseconds.size() != 2)
        return {};
    const auto number = [&](std::size_t i, std::int64_t most) {
        return std::clamp<std::int64_t>(secondsAndMicroseconds[i].toInteger().value_or(0), 0, most);
    };
    return ServerTime(std::chrono::seconds(number(0, latestTime / 1000)) + Microseconds(number(1, 999'999)));
}

void ServerClock::observe(ServerTime at, Moment sent, Moment received)
{
    const Observation fresh{at, sent + (received - sent) / 2, (received - sent) / 2};
    if (!m_best) {
        m_best = fresh;
        return;
    }
    const auto expected = this->at(fresh.here);
    const auto error = expected > at ? expected - at : at - expected;
    const auto allowed = aged(m_best->uncertainty, fresh.here - m_best->here) + fresh.uncertainty;
    if (error > allowed)
        m_jumps += at - expected;
    // If the two observations contradict each other, the server's clock was set. Otherwise the more accurate one is used.
    if (error > allowed || fresh.uncertainty <= aged(m_best->uncertainty, fresh.here - m_best->here))
        m_best = fresh;
}

ServerTime ServerClock::at(Moment moment) const { return m_best->server + std::chrono::duration_cast<Microseconds>(moment - m_best->here); }

Microseconds ServerClock::error(Moment moment) const
{
    return std::chrono::ceil<Microseconds>(aged(m_best->uncertainty, moment - m_best->here));
}

ServerTime ServerClock::earliest(Moment moment) const { return at(moment) - error(moment); }

ServerTime ServerClock::latest(Moment moment) const { return at(moment) + error(moment); }

Moment ServerClock::momentOf(ServerTime time) const
{
    // A Moment counts nanoseconds and ends after 292 years; a server may send any time.
    constexpr Microseconds farthest = std::chrono::years(100);
    return m_best->here + std::clamp(time - m_best->server, -farthest, farthest);
}

Microseconds ClockJumps::take()
{
    constexpr auto small = std::chrono::seconds(1);
    const auto jump = m_clock.jumps() - std::exchange(m_before, m_clock.jumps());
    return std::chrono::abs(jump) < small ? Microseconds(0) : jump;
}

} // namespace lockcore

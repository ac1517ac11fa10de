// SPDX-License-Identifier: MIT
// Time as a dependency. Every timeout, TTL and retry asks a Clock, so that tests decide what time it is.
#pragma once

#include "lockcore/base/waiting.h"

#include <chrono>
#include <map>

namespace lockcore {

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;
using Duration = std::chrono::nanoseconds;

/// A moment on this process's monotonic clock. Not comparable with another process's.
using Moment = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// A moment on the server's wall clock, as TIME and PEXPIRETIME report it.
using ServerTime = std::chrono::sys_time<Microseconds>;

class Clock
{
public:
    virtual ~Clock() = default;
    virtual Moment now() const = 0;

    /// Completes when `delay` has passed; immediately for ≤ 0, but never inside this call. Dropping the Waiting cancels it.
    virtual Waiting<void> after(Duration delay) = 0;

protected:
    Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;
};

/// Pending sleeps, ordered by when they end. Every Clock uses it. Single-threaded.
class Sleepers
{
public:
    Waiting<void> add(Moment end);
    std::optional<Moment> next(); ///< when to wake up next; drops abandoned sleeps
    void wake(Moment now);        ///< completes every sleep that ends at or before `now`

private:
    std::multimap<Moment, Completion<void>> m_sleepers;
};

/// Advances only when advance() is called. For tests and for virtual time.
class ManualClock final : public Clock
{
public:
    Moment now() const override { return m_now; }
    Waiting<void> after(Duration delay) override { return m_sleepers.add(m_now + delay); }

    void advance(Duration by)
    {
        m_now += by;
        m_sleepers.wake(m_now);
    }
    std::optional<Moment> nextWakeUp() { return m_sleepers.next(); }

private:
    Moment m_now{std::chrono::seconds(1000)};
    Sleepers m_sleepers;
};

} // namespace lockcore

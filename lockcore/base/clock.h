// SPDX-License-Identifier: MIT
// Time as a dependency. Every timeout, TTL and retry asks a Clock, so that tests decide what time it is.
#pragma once

#include "base/waiting.h"

#include <chrono>
#include <map>

namespace lockcore {

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;
using Duration = std::chrono::nanoseconds;

/// A moment on this process's monotonic clock. Never compared with another process's.
using Moment = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// A moment on the server's wall clock, as TIME and PEXPIRETIME tell it.
using ServerTime = std::chrono::sys_time<Microseconds>;

class Clock
{
public:
    virtual ~Clock() = default;
    virtual Moment now() const = 0;

    /// Completes once `delay` has passed (at once for ≤ 0, but never inside this call). Dropping the Waiting ends it.
    virtual Waiting<void> after(Duration delay) = 0;

protected:
    Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;
};

/// Pending sleeps in the order in which they end. The part that every Clock shares; single-threaded.
class Sleepers
{
public:
    Waiting<void> add(Moment end);
    std::optional<Moment> next(); ///< when to wake up; forgets sleeps that nobody waits for any more
    void wake(Moment now);        ///< completes all that end at or before `now`

private:
    std::multimap<Moment, Completion<void>> m_sleepers;
};

/// Stands still until told. For tests and for virtual time.
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

// SPDX-License-Identifier: MIT
// Which signals of the guard's the command has got without us. One that was sent to the whole process group reached the
// runner, too, a moment before or after; one that was sent to the guard alone is passed on when that moment is over.
#pragma once

#include <array>
#include <chrono>
#include <csignal>
#include <optional>
#include <vector>

namespace lockscope {

class GroupSignals final
{
public:
    using Clock = std::chrono::steady_clock;

    void cameToRunner(int number, Clock::time_point now);

    /// True: the command has it. False: ask due() from next() on.
    bool cameToGuard(int number, Clock::time_point now);

    std::optional<Clock::time_point> next() const;
    std::vector<int> due(Clock::time_point now); ///< those to pass on, once each

private:
    std::array<Clock::time_point, NSIG> m_groupsUntil{};
    std::array<std::optional<Clock::time_point>, NSIG> m_waiting{};
};

} // namespace lockscope

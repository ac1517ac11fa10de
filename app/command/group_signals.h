// SPDX-License-Identifier: MIT
// Finds out which of the guard's signals the command has already received. A signal to the whole process group also reaches the runner,
// shortly before or after the guard. A signal that only the guard received is passed on after a short wait.
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

    /// Returns true if the command has received the signal. If false, call due() at the time that next() returns.
    bool cameToGuard(int number, Clock::time_point now);

    std::optional<Clock::time_point> next() const;
    std::vector<int> due(Clock::time_point now); ///< the signals to pass on now, each once

private:
    std::array<Clock::time_point, NSIG> m_groupsUntil{};
    std::array<std::optional<Clock::time_point>, NSIG> m_waiting{};
};

} // namespace lockscope

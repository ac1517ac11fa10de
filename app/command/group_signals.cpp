// SPDX-License-Identifier: MIT
#include "app/command/group_signals.h"

#include <algorithm>

namespace lockscope {

using namespace std::chrono_literals;

namespace {

constexpr auto moment = 20ms;        // the delay between two processes that the same kill() signals
constexpr auto guardsDelay = 5s;     // the guard may be busy, or stopped
constexpr auto severalTimes = 200ms; // `timeout` signals the guard and then the group: the command must receive the signal once

} // namespace

void GroupSignals::cameToRunner(int number, Clock::time_point now)
{
    const auto i = static_cast<std::size_t>(number);
    m_groupsUntil[i] = now + guardsDelay;
    m_waiting[i].reset();
}

bool GroupSignals::cameToGuard(int number, Clock::time_point now)
{
    const auto i = static_cast<std::size_t>(number);
    if (now < m_groupsUntil[i]) {
        m_groupsUntil[i] = std::min(m_groupsUntil[i], now + severalTimes);
        return true;
    }
    if (!m_waiting[i])
        m_waiting[i] = now + moment;
    return false;
}

std::optional<GroupSignals::Clock::time_point> GroupSignals::next() const
{
    std::optional<Clock::time_point> earliest;
    for (const auto &waiting : m_waiting) {
        if (waiting && (!earliest || *waiting < *earliest))
            earliest = waiting;
    }
    return earliest;
}

std::vector<int> GroupSignals::due(Clock::time_point now)
{
    std::vector<int> numbers;
    for (std::size_t i = 0; i < m_waiting.size(); ++i) {
        if (m_waiting[i] && *m_waiting[i] <= now) {
            m_waiting[i].reset();
            numbers.push_back(static_cast<int>(i));
        }
    }
    return numbers;
}

} // namespace lockscope

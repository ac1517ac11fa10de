// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/trigger_log.h"

#include <algorithm>

namespace lockcore {

void TriggerLog::happen(Happening what, const std::string &who)
{
    ++m_counts[{what, who}];
    std::erase_if(m_waiters, [&](Waiter &waiter) {
        const bool now = have(waiter.conditions);
        if (now)
            waiter.completion.complete();
        return now || waiter.completion.abandoned();
    });
    if (changed)
        changed();
}

void TriggerLog::forget() { m_counts.clear(); }

bool TriggerLog::have(const std::vector<Condition> &conditions) const
{
    return std::all_of(conditions.begin(), conditions.end(), [this](const Condition &condition) {
        const auto found = m_counts.find({condition.what, condition.who});
        return found != m_counts.end() && found->second >= condition.nth;
    });
}

Waiting<void> TriggerLog::all(std::vector<Condition> conditions)
{
    Waiter waiter{std::move(conditions), {}};
    auto waiting = waiter.completion.waiting();
    if (have(waiter.conditions))
        waiter.completion.complete();
    else
        m_waiters.push_back(std::move(waiter));
    return waiting;
}

std::vector<Condition> TriggerLog::awaited() const
{
    std::vector<Condition> missing;
    for (const auto &waiter : m_waiters) {
        for (const auto &condition : waiter.conditions) {
            if (!waiter.completion.abandoned() && !have({condition})
                && std::find(missing.begin(), missing.end(), condition) == missing.end())
                missing.push_back(condition);
        }
    }
    return missing;
}

} // namespace lockcore

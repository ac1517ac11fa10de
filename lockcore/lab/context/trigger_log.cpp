// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/trigger_log.h"

#include <algorithm>

namespace lockcore {

TriggerLog::TriggerLog(const Scenario &scenario, std::string prefix)
    : m_scenario(scenario)
    , m_prefix(std::move(prefix))
{ }

// Empty for a lock that the scenario does not have.
std::string TriggerLog::nameOf(const std::string &lock) const
{
    auto name = lock.starts_with(m_prefix) ? lock.substr(m_prefix.size()) : std::string();
    return std::find(m_scenario.locks.begin(), m_scenario.locks.end(), name) == m_scenario.locks.end() ? std::string() : name;
}

const std::string &TriggerLog::firstLockOf(const std::string &who) const
{
    const auto *const worker = findWorker(m_scenario, who);
    return worker ? lockOf(m_scenario, *worker) : m_scenario.locks.front();
}

void TriggerLog::happen(Happening what, const std::string &who, const std::string &lock)
{
    const auto name = nameOf(lock);
    ++m_counts[{what, who, name}];
    if (!name.empty() && name == firstLockOf(who))
        ++m_counts[{what, who, {}}];
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
        const auto found = m_counts.find({condition.what, condition.who, condition.lock});
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

// SPDX-License-Identifier: MIT
// The events of a run so far, and the coroutines that wait for them. Pure; one thread.
#pragma once

#include "lockcore/base/waiting.h"
#include "lockcore/lab/scenario/scenario.h"

#include <functional>
#include <tuple>

namespace lockcore {

class TriggerLog final
{
public:
    TriggerLog(const Scenario &scenario, std::string prefix); ///< of every lock's name in happen()

    /// Calls `changed` and wakes waiters before it returns. What happened to another lock than the scenario's is not told apart.
    void happen(Happening what, const std::string &who = {}, const std::string &lock = {});

    void forget(); ///< forgets all events so far

    std::function<void()> changed;

    bool have(const std::vector<Condition> &conditions) const; ///< true if all of them have happened, or if there are none
    Waiting<void> all(std::vector<Condition> conditions);

    std::vector<Condition> awaited() const; ///< conditions for which a coroutine waits and that are not met

private:
    struct Waiter
    {
        std::vector<Condition> conditions;
        Completion<void> completion;
    };

    std::string nameOf(const std::string &lock) const;
    const std::string &firstLockOf(const std::string &who) const;

    const Scenario &m_scenario;
    const std::string m_prefix;
    std::map<std::tuple<Happening, std::string, std::string>, std::int64_t> m_counts; ///< by worker and lock; no lock: the worker's first
    std::vector<Waiter> m_waiters;
};

} // namespace lockcore

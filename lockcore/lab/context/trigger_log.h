// SPDX-License-Identifier: MIT
// The events of a run so far, and the coroutines that wait for them. Pure; one thread.
#pragma once

#include "lockcore/base/waiting.h"
#include "lockcore/lab/scenario/scenario.h"

#include <functional>

namespace lockcore {

class TriggerLog final
{
public:
    /// Calls `changed` and wakes waiters before it returns.
    void happen(Happening what, const std::string &who = {});

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

    std::map<std::pair<Happening, std::string>, std::int64_t> m_counts;
    std::vector<Waiter> m_waiters;
};

} // namespace lockcore

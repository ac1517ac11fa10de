// SPDX-License-Identifier: MIT
// What has happened in a run so far, and who waits for what. Pure; one thread.
#pragma once

#include "lockcore/base/waiting.h"
#include "lockcore/lab/scenario/scenario.h"

#include <functional>

namespace lockcore {

class Happenings final
{
public:
    /// Within this call `changed` is called, and waiters are woken.
    void happen(Happening what, const std::string &who = {});

    void forget(); ///< what has happened so far

    std::function<void()> changed;

    bool have(const std::vector<Condition> &conditions) const; ///< all of them; true if there are none
    Waiting<void> all(std::vector<Condition> conditions);

    std::vector<Condition> awaited() const; ///< that somebody waits for, and that have not happened

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

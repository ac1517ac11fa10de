// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario.h"

#include <algorithm>

namespace lockcore {

std::string toString(const Condition &condition)
{
    const std::string word(wordOf(condition.what));
    auto text = condition.who.empty() ? word : condition.who + (word.starts_with("key ") ? "'s " : " ") + word;
    return condition.nth == 1 ? text : text + " #" + std::to_string(condition.nth);
}

std::string warmUpLock(const std::string &worker) { return "warm-up-" + worker; }

const ScenarioWorker *findWorker(const Scenario &scenario, std::string_view name)
{
    const auto found =
        std::find_if(scenario.workers.begin(), scenario.workers.end(), [=](const auto &worker) { return worker.name == name; });
    return found == scenario.workers.end() ? nullptr : &*found;
}

} // namespace lockcore

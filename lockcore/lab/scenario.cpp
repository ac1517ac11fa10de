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

namespace {

// What only the server's record, or a fault on it, makes happen.
bool isSeenOnServer(const Condition &condition)
{
    const bool ofKey = condition.what >= Happening::KeyCreated && condition.what <= Happening::KeyExpired;
    return ofKey || condition.what == Happening::LockFree || condition.what == Happening::ServerBack
           || condition.what == Happening::ServerFull;
}

const Condition *needOfOwnServer(const std::vector<Condition> &conditions)
{
    const auto found = std::find_if(conditions.begin(), conditions.end(), isSeenOnServer);
    return found == conditions.end() ? nullptr : &*found;
}

} // namespace

std::optional<std::string> needOfOwnServer(const Scenario &scenario)
{
    if (scenario.servers > 1 || scenario.replicas > 0 || !scenario.settings.empty())
        return "it needs servers of the Lab's own, with their number, replicas or settings";
    const Condition *found = nullptr;
    for (const auto &worker : scenario.workers) {
        for (const auto *conditions : {&worker.after, &worker.again, &worker.reenterAfter, &worker.workUntil})
            found = found ? found : needOfOwnServer(*conditions);
    }
    for (const auto &fault : scenario.script) {
        if (fault.action >= Action::RestartServer)
            return "it does this to the server: " + std::string(wordOf(fault.action));
        found = found ? found : needOfOwnServer(fault.when);
    }
    return found ? std::optional("it waits for what only a server of the Lab's own reports: " + toString(*found)) : std::nullopt;
}

const ScenarioWorker *findWorker(const Scenario &scenario, std::string_view name)
{
    const auto found =
        std::find_if(scenario.workers.begin(), scenario.workers.end(), [=](const auto &worker) { return worker.name == name; });
    return found == scenario.workers.end() ? nullptr : &*found;
}

} // namespace lockcore

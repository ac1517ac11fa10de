// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario.h"

#include "lockcore/base/bytes.h"

#include <algorithm>

namespace lockcore {

std::string toString(const Condition &condition)
{
    const std::string word(wordOf(condition.what));
    auto text = condition.who.empty() ? word : condition.who + (word.starts_with("key ") ? "'s " : " ") + word;
    return condition.nth == 1 ? text : text + " #" + std::to_string(condition.nth);
}

std::optional<Condition> conditionFrom(const std::string &text)
{
    Condition condition;
    auto words = text;
    if (const auto hash = words.rfind(" #"); hash != words.npos) {
        const auto nth = parseInteger(std::string_view(words).substr(hash + 2));
        if (!nth || *nth < 1)
            return std::nullopt;
        condition.nth = *nth;
        words.erase(hash);
    }
    auto what = fromWord<Happening>(words);
    const auto blank = words.find(' ');
    if (!what && blank != words.npos) {
        condition.who = words.substr(0, blank);
        what = fromWord<Happening>(std::string_view(words).substr(blank + 1));
        if (condition.who.ends_with("'s"))
            condition.who.erase(condition.who.size() - 2);
    }
    const bool general = what && *what >= Happening::LockFree;
    if (!what || general != condition.who.empty())
        return std::nullopt;
    condition.what = *what;
    return condition;
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
    for (const auto &worker : scenario.workers)
        eachConditions(worker, [&](const std::vector<Condition> &conditions) { found = found ? found : needOfOwnServer(conditions); });
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

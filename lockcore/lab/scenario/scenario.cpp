// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario.h"

#include "lockcore/base/bytes.h"
#include "lockcore/locks/catalogue.h"

#include <algorithm>

namespace lockcore {

bool isAboutALock(Happening what)
{
    return what <= Happening::Lost || (what >= Happening::KeyCreated && what <= Happening::KeyExpired) || what == Happening::LockFree;
}

bool isAboutAProcess(Happening what)
{
    using enum Happening;
    return what == Dead || what == Paused || what == Resumed || what == Struck || (what >= KeyCreated && what <= KeyExpired);
}

namespace {

// The name of a lock follows the word, or the first of two: `inside stock`, `key stock expired`, `lock stock free`.
std::size_t placeOfLock(std::string_view word) { return std::min(word.find(' '), word.size()); }

std::optional<std::pair<Happening, std::string>> happeningFrom(std::string_view text)
{
    if (const auto what = fromWord<Happening>(text))
        return std::pair(*what, std::string());
    for (std::size_t i = 0; i < wordsOf<Happening>.size(); ++i) {
        const auto word = wordsOf<Happening>[i];
        const auto begin = word.substr(0, placeOfLock(word));
        const auto end = word.substr(begin.size());
        const auto what = static_cast<Happening>(i);
        const bool fits = text.size() > word.size() + 1 && text.starts_with(begin) && text[begin.size()] == ' ' && text.ends_with(end);
        if (fits && isAboutALock(what))
            return std::pair(what, std::string(text.substr(begin.size() + 1, text.size() - word.size() - 1)));
    }
    return std::nullopt;
}

} // namespace

std::string toString(const Condition &condition)
{
    std::string word(wordOf(condition.what));
    if (!condition.lock.empty())
        word.insert(placeOfLock(word), ' ' + condition.lock);
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
    auto found = happeningFrom(words);
    const auto blank = words.find(' ');
    if ((!found || found->first < Happening::LockFree) && blank != words.npos) {
        condition.who = words.substr(0, blank);
        found = happeningFrom(std::string_view(words).substr(blank + 1));
        if (condition.who.ends_with("'s"))
            condition.who.erase(condition.who.size() - 2);
    }
    const bool general = found && found->first >= Happening::LockFree;
    if (!found || general != condition.who.empty())
        return std::nullopt;
    condition.what = found->first;
    condition.lock = std::move(found->second);
    return condition;
}

namespace {

bool isSeenInRecord(const Condition &condition)
{
    const bool ofKey = condition.what >= Happening::KeyCreated && condition.what <= Happening::KeyExpired;
    return ofKey || condition.what == Happening::LockFree;
}

// What only the server's record, or a fault on it, makes happen.
bool isSeenOnServer(const Condition &condition)
{
    return isSeenInRecord(condition) || (condition.what >= Happening::LockFree && condition.what < Happening::Start);
}

// The first of all conditions that is one.
const Condition *findCondition(const Scenario &scenario, bool (*isOne)(const Condition &))
{
    const Condition *found = nullptr;
    const auto look = [&](const std::vector<Condition> &conditions) {
        const auto first = std::ranges::find_if(conditions, isOne);
        found = !found && first != conditions.end() ? &*first : found;
    };
    for (const auto &worker : scenario.workers)
        eachConditions(worker, look);
    for (const auto &fault : scenario.script)
        look(fault.when);
    return found;
}

} // namespace

std::optional<std::string> needOfRecord(const Scenario &scenario)
{
    const auto *const found = findCondition(scenario, isSeenInRecord);
    return found ? std::optional(toString(*found)) : std::nullopt;
}

std::optional<std::string> needOfOwnServer(const Scenario &scenario)
{
    if (scenario.cluster)
        return "it needs a cluster of the Lab's own";
    if (scenario.servers > 1 || scenario.replicas > 0 || !scenario.settings.empty())
        return "it needs servers of the Lab's own, with their number, replicas or settings";
    if (const auto *const protocol = findProtocol(scenario.protocol); protocol && protocol->onlyInLab)
        return "its protocol searches and deletes keys that are not its own";
    const auto toServer = [](const Fault &fault) { return fault.action >= Action::RestartServer; };
    if (const auto fault = std::ranges::find_if(scenario.script, toServer); fault != scenario.script.end())
        return "it does this to the server: " + std::string(wordOf(fault->action));
    const auto *const found = findCondition(scenario, isSeenOnServer);
    return found ? std::optional("it waits for what only a server of the Lab's own reports: " + toString(*found)) : std::nullopt;
}

std::optional<std::string> whyNotOnCluster(const Scenario &scenario)
{
    if (scenario.store != Store::Redis)
        return "a cluster is one of Redis";
    if (scenario.servers > 1)
        return "it needs servers that are independent of each other, and a cluster is one server for a lock";
    if (!scenario.settings.empty())
        return "it changes the settings of its server, and a cluster has its own";
    if (const auto *const protocol = findProtocol(scenario.protocol); protocol && protocol->onlyInLab)
        return "its protocol searches for keys, and each node of a cluster knows only its own";
    const auto restarts = [](const Fault &fault) { return fault.action == Action::RestartServer || fault.action == Action::WipeServer; };
    if (std::ranges::any_of(scenario.script, restarts))
        return "it restarts its server, and a primary of a cluster serves nothing in the two seconds after that";
    return std::nullopt;
}

Scenario onCluster(Scenario scenario)
{
    scenario.cluster = true;
    const auto *const protocol = findProtocol(scenario.protocol);
    if (!protocol || !protocol->fencing)
        return scenario;
    const auto brace = [](std::string &name) {
        if (!name.empty() && name.find('{') == name.npos)
            name = '{' + name + '}';
    };
    std::ranges::for_each(scenario.locks, brace);
    for (auto &worker : scenario.workers) {
        eachSection(worker, [&](ScenarioSection &section) { brace(section.lock); });
        eachConditions(worker, [&](std::vector<Condition> &conditions) {
            for (auto &condition : conditions)
                brace(condition.lock);
        });
    }
    for (auto &fault : scenario.script) {
        brace(fault.lock);
        for (auto &condition : fault.when)
            brace(condition.lock);
    }
    return scenario;
}

const std::string &processOf(const Scenario &scenario, const std::string &worker)
{
    const auto *const plan = findWorker(scenario, worker);
    return plan && !plan->processOf.empty() ? plan->processOf : worker;
}

std::string ownerOf(const Scenario &scenario, const std::string &worker)
{
    const auto shares = [&](const ScenarioWorker &one) {
        return !one.processOf.empty() && (one.name == worker || one.processOf == worker);
    };
    return std::ranges::any_of(scenario.workers, shares) ? worker : std::string();
}

const ScenarioWorker *findWorker(const Scenario &scenario, std::string_view name)
{
    const auto found =
        std::find_if(scenario.workers.begin(), scenario.workers.end(), [=](const auto &worker) { return worker.name == name; });
    return found == scenario.workers.end() ? nullptr : &*found;
}

const std::string &lockOf(const Scenario &scenario, const ScenarioSection &section)
{
    return section.lock.empty() ? scenario.locks.front() : section.lock;
}

const ScenarioSection *findSection(const Scenario &scenario, const ScenarioWorker &worker, std::string_view lock)
{
    if (lock.empty())
        return &worker;
    const ScenarioSection *found = nullptr;
    eachSection(worker, [&](const ScenarioSection &section) { found = !found && lockOf(scenario, section) == lock ? &section : found; });
    return found;
}

} // namespace lockcore

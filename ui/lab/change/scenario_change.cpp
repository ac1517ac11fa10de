// SPDX-License-Identifier: MIT
#include "ui/lab/change/scenario_change.h"

#include "lockcore/lab/scenario/scenario_editing.h"
#include "lockcore/locks/catalogue.h"

#include <algorithm>

namespace lockscope {

using lockcore::Milliseconds;
using lockcore::Scenario;
using lockcore::ScenarioSection;

namespace {

constexpr std::int64_t serversOfAMajority = 3;

void switchOff(const std::set<std::size_t> &without, Scenario &scenario)
{
    for (auto place = without.rbegin(); place != without.rend(); ++place) {
        if (*place < scenario.script.size())
            scenario.script.erase(scenario.script.begin() + static_cast<std::ptrdiff_t>(*place));
    }
}

void fitTo(const lockcore::Protocol &protocol, Scenario &scenario)
{
    scenario.fenced = protocol.fencing;
    if (protocol.manyServers && scenario.servers < serversOfAMajority)
        scenario.servers = serversOfAMajority;
    const auto fit = [&](ScenarioSection &section) {
        if (!protocol.watchdog)
            section.givesLease = true;
        if (!protocol.extends)
            section.extends.reset();
        if (!protocol.readWrite)
            section.mode = lockcore::entry::Mode::Exclusive;
    };
    for (auto &worker : scenario.workers)
        eachSection(worker, fit);
}

// Removes demands that the new protocol cannot meet, so that the rest of the story takes place.
void setProtocol(const std::string &name, Scenario &scenario)
{
    scenario.protocol = name;
    scenario.options.clear();
    if (const auto *const protocol = lockcore::findProtocol(name))
        fitTo(*protocol, scenario);
    scenario.needs = lockcore::needsOf(scenario);
}

// The next free name: A, B, … Z, then W27 and so on.
std::string newName(const Scenario &scenario)
{
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        if (std::string name(1, letter); !findWorker(scenario, name))
            return name;
    }
    for (std::size_t number = scenario.workers.size() + 1;; ++number) {
        if (auto name = 'W' + std::to_string(number); !findWorker(scenario, name))
            return name;
    }
}

void setWorkers(std::int64_t count, Scenario &scenario)
{
    while (std::ssize(scenario.workers) > count && scenario.workers.size() > 1)
        removeWorker(scenario, std::string(scenario.workers.back().name));
    while (std::ssize(scenario.workers) < count) {
        auto worker = scenario.workers.back(); // a copy of the last one
        worker.name = newName(scenario);
        scenario.workers.push_back(std::move(worker));
    }
}

Milliseconds wholeWork(const lockcore::ScenarioWorker &worker)
{
    auto whole = Milliseconds(0);
    eachSection(worker, [&](const ScenarioSection &section) { whole += section.work; });
    return whole;
}

// Longer leases and work need a later limit; without it, the story would be cut off.
void growLimit(const Scenario &original, Scenario &scenario)
{
    constexpr int leasesAStory = 4;
    const auto longer = [](Milliseconds now, Milliseconds before) { return std::max(Milliseconds(0), now - before); };
    auto more = longer(scenario.lease, original.lease) * leasesAStory;
    for (std::size_t i = 0; i < scenario.workers.size(); ++i) {
        const auto &worker = scenario.workers[i];
        const auto before = i < original.workers.size() ? wholeWork(original.workers[i]) : Milliseconds(0);
        more += longer(wholeWork(worker), before) * worker.rounds;
    }
    scenario.limit = std::min<Milliseconds>(scenario.limit + more, lockcore::FieldRule::longest);
}

} // namespace

Milliseconds workOf(const Scenario &scenario)
{
    auto longest = Milliseconds(0);
    for (const auto &worker : scenario.workers)
        eachSection(worker, [&](const ScenarioSection &section) { longest = std::max(longest, section.work); });
    return longest;
}

Change reduced(const Scenario &scenario, Change change)
{
    if (change.protocol == scenario.protocol)
        change.protocol.reset();
    if (change.lease == scenario.lease)
        change.lease.reset();
    if (change.work == workOf(scenario))
        change.work.reset();
    if (change.workers == std::ssize(scenario.workers))
        change.workers.reset();
    std::erase_if(change.without, [&](std::size_t place) { return place >= scenario.script.size(); });
    return change;
}

Scenario changed(const Scenario &scenario, const Change &wanted)
{
    const auto change = reduced(scenario, wanted);
    if (change == Change())
        return scenario;
    auto now = scenario;
    now.name += "-changed";
    now.file.clear();
    now.twin.clear();
    now.expected.clear();
    switchOff(change.without, now);
    if (change.protocol)
        setProtocol(*change.protocol, now);
    now.lease = change.lease.value_or(now.lease);
    if (change.workers)
        setWorkers(*change.workers, now);
    for (auto &worker : now.workers)
        eachSection(worker, [&](ScenarioSection &section) { section.work = change.work.value_or(section.work); });
    dropLost(now, scenario);
    growLimit(scenario, now);
    return now;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_editing.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

// What makes it happen, if only a fault does.
bool isMadeBy(const Condition &condition, const Fault &fault)
{
    const bool same = fault.who == condition.who;
    switch (condition.what) {
    case Happening::Dead: return same && (fault.action == Action::Kill || fault.action == Action::Restart || fault.action == Action::Throw);
    case Happening::Paused: return same && fault.action == Action::Pause;
    case Happening::Resumed: return same && fault.action == Action::Resume;
    case Happening::Struck: return same && fault.action >= Action::HoldRequest && fault.action < Action::Pass;
    case Happening::ServerBack:
        return fault.action == Action::RestartServer || fault.action == Action::WipeServer || fault.action == Action::ResumeServer
               || fault.action == Action::PromoteReplica;
    case Happening::ServerFull: return fault.action == Action::FillMemory;
    case Happening::SlotMoving: return fault.action == Action::BeginSlotMove;
    case Happening::SlotMoved: return fault.action == Action::EndSlotMove;
    default: return false;
    }
}

bool takesItsLock(const Scenario &scenario, const Condition &condition)
{
    const auto *const worker = findWorker(scenario, condition.who);
    return worker && findSection(scenario, *worker, condition.lock);
}

// In the original a fault made it happen, or its worker took the lock, and now no more.
bool isLost(const Condition &condition, const Scenario &original, const Scenario &now)
{
    const auto isMadeIn = [&](const Scenario &scenario) {
        return std::ranges::any_of(scenario.script, [&](const Fault &fault) { return isMadeBy(condition, fault); });
    };
    return (isMadeIn(original) && !isMadeIn(now)) || (takesItsLock(original, condition) && !takesItsLock(now, condition));
}

} // namespace

std::vector<std::string> needsOf(const Scenario &scenario)
{
    bool hasModes = false, shares = false;
    for (const auto &worker : scenario.workers) {
        shares = shares || !worker.processOf.empty();
        eachSection(worker, [&](const auto &section) { hasModes = hasModes || section.mode != entry::Mode::Exclusive; });
    }
    std::vector<std::string> needs;
    if (hasModes)
        needs.emplace_back(wordOf(Capability::ReadWrite));
    if (shares)
        needs.emplace_back(wordOf(Capability::Concurrent));
    return needs;
}

void removeWorker(Scenario &scenario, const std::string &name)
{
    const auto isAbout = [&](const Condition &condition) { return condition.who == name; };
    std::erase_if(scenario.workers, [&](const ScenarioWorker &worker) { return worker.name == name; });
    std::erase_if(scenario.script, [&](const Fault &fault) { return fault.who == name || std::ranges::any_of(fault.when, isAbout); });
    for (auto &worker : scenario.workers) {
        if (worker.processOf == name)
            worker.processOf.clear();
        eachConditions(worker, [&](std::vector<Condition> &conditions) { std::erase_if(conditions, isAbout); });
    }
}

void dropLost(Scenario &scenario, const Scenario &original)
{
    const auto lost = [&](const Condition &condition) { return isLost(condition, original, scenario); };
    const auto idle = [&](const Fault &fault) { return std::ranges::any_of(fault.when, lost); };
    auto &script = scenario.script;
    for (auto found = std::ranges::find_if(script, idle); found != script.end(); found = std::ranges::find_if(script, idle))
        script.erase(found); // it may take others with it
    for (auto &worker : scenario.workers)
        eachConditions(worker, [&](std::vector<Condition> &conditions) { std::erase_if(conditions, lost); });
}

void dropUnusedLocks(Scenario &scenario)
{
    std::set<std::string> used;
    for (const auto &worker : scenario.workers)
        eachSection(worker, [&](const auto &section) { used.insert(lockOf(scenario, section)); });
    std::erase_if(scenario.locks, [&](const std::string &lock) { return !used.contains(lock); });
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/by_hand.h"

#include "lockcore/base/bytes.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Milliseconds leastLimit = std::chrono::minutes(10);

bool takesTime(Action action) { return action == Action::Stall || action == Action::DelayRequests || action == Action::DelayReplies; }

// FNV-1a: the same in every build, which std::hash is not.
std::uint64_t hashOf(std::uint64_t seed, std::string_view worker, std::int64_t round)
{
    auto hash = 14695981039346656037ull ^ seed;
    const auto add = [&](std::uint64_t part) { hash = (hash ^ part) * 1099511628211ull; };
    for (const char c : worker)
        add(static_cast<unsigned char>(c));
    add(static_cast<std::uint64_t>(round));
    return hash ^ (hash >> 29);
}

} // namespace

Scenario byHand(Scenario scenario)
{
    for (auto &worker : scenario.workers) {
        eachConditions(worker, [](std::vector<Condition> &conditions) { conditions.clear(); });
        eachSection(worker, [&](ScenarioSection &section) {
            if (section.work.count() == 0)
                section.work = std::max(scenario.lease / 2, Milliseconds(1));
        });
    }
    scenario.story.clear();
    scenario.script.clear();
    scenario.expected.clear();
    scenario.fresh = scenario.onceMore = false;
    scenario.limit = std::max(scenario.limit, leastLimit);
    return scenario;
}

Milliseconds restAfter(const Scenario &scenario, std::uint64_t seed, std::string_view worker, std::int64_t round)
{
    const auto span = static_cast<std::uint64_t>(std::max<std::int64_t>(scenario.lease.count() / 2, 1));
    return scenario.lease / 4 + Milliseconds(static_cast<std::int64_t>(hashOf(seed, worker, round) % span));
}

Milliseconds finishWithin(const Scenario &scenario)
{
    constexpr Milliseconds most = std::chrono::seconds(30);
    auto all = scenario.lease * 2 + std::chrono::seconds(1);
    for (const auto &worker : scenario.workers)
        eachSection(worker, [&](const ScenarioSection &section) { all = std::min(most, all + section.work); });
    return all;
}

std::optional<std::string> refusalOf(const Scenario &scenario, const Fault &fault)
{
    const bool ofServers = fault.action >= Action::RestartServer;
    const std::string action(wordOf(fault.action));
    if (ofServers != fault.who.empty())
        return '"' + action + (ofServers ? "\" acts on a server, not on a worker" : "\" needs a worker");
    if (!ofServers && !findWorker(scenario, fault.who))
        return "there is no worker \"" + escaped(fault.who) + '"';
    if (fault.server < 0 || fault.server >= scenario.servers)
        return "there is no server " + std::to_string(fault.server);
    if (takesTime(fault.action) && (!fault.by || fault.by->count() <= 0))
        return '"' + action + "\" needs a time";
    const bool ofReplicas = fault.action == Action::CutReplication || fault.action == Action::PromoteReplica;
    if (ofReplicas && scenario.replicas == 0 && !scenario.cluster)
        return '"' + action + "\" needs a replica, and this scenario has none";
    if (fault.action >= Action::BeginSlotMove && !scenario.cluster)
        return '"' + action + "\" needs a cluster";
    const bool restarts = fault.action == Action::RestartServer || fault.action == Action::WipeServer;
    if (restarts && scenario.cluster)
        return '"' + action + "\": a primary of a cluster serves nothing in the two seconds after that";
    return std::nullopt;
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/store_fit.h"

#include "lockcore/lab/scenario/stretched_times.h"

namespace lockcore {

namespace {

using namespace std::chrono_literals;

struct Facts
{
    std::string_view name, program;
    Milliseconds leastLease;
};

constexpr std::array<Facts, wordsOf<Store>.size()> facts = {
    {{"Redis", "redis-server", 1ms}, {"memcached", "memcached", 1s}}}; // it counts whole seconds

const Facts &factsOf(Store store) { return facts.at(static_cast<std::size_t>(store)); }

std::optional<std::string> lackOfMemcached(const Fault &fault)
{
    switch (fault.action) {
    case Action::RestartServer: return "memcached keeps no data over a restart (\"wipe server\" restarts it without)";
    case Action::LoseMessages: return "memcached sends no messages to subscribers";
    case Action::FlushScripts:
    case Action::FillMemory:
    case Action::CutReplication:
    case Action::PromoteReplica: return "it does this to the server, which only Redis knows: " + std::string(wordOf(fault.action));
    default: return std::nullopt;
    }
}

} // namespace

std::string_view nameOf(Store store) { return factsOf(store).name; }

std::string_view programOf(Store store) { return factsOf(store).program; }

Milliseconds leastLease(Store store) { return factsOf(store).leastLease; }

FittedScenario fittedTo(Store store, const Scenario &scenario)
{
    const auto least = leastLease(store);
    const auto factor = static_cast<int>((least + scenario.lease - 1ms) / scenario.lease);
    FittedScenario fitted{stretched(scenario, factor), std::max(1, factor)};
    fitted.scenario.store = store;
    return fitted;
}

std::optional<std::string> lackOfStore(const Scenario &scenario)
{
    if (scenario.store == Store::Redis)
        return std::nullopt;
    if (scenario.servers > 1 || scenario.replicas > 0 || scenario.cluster || !scenario.settings.empty() || !scenario.looks)
        return "it needs several servers, replicas, a cluster, settings or a record without looks, which the Lab has for Redis only";
    for (const auto &fault : scenario.script) {
        if (auto lack = lackOfMemcached(fault))
            return lack;
    }
    return std::nullopt;
}

} // namespace lockcore

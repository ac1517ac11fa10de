// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/store_fit.h"

#include "lockcore/lab/scenario/stretched_times.h"

namespace lockcore {

namespace {

using namespace std::chrono_literals;

struct Facts
{
    std::string_view name, program, worker;
    Milliseconds leastLease;
    std::string_view whyNoRecord{}, whyNoAim{};
};

// memcached counts whole seconds. A session of ZooKeeper may be as short as 200 ms, but its client needs time for heartbeats. TTL 1 of etcd lasts a
// second, as the Lab's etcd has a short election time-out.
constexpr std::array<Facts, wordsOf<Store>.size()> facts = {{
    {"Redis", "redis-server", "", 1ms},
    {"memcached", "memcached", "python3 resources/workers/pymemcache_worker.py", 1s},
    {"etcd", "etcd", "python3 resources/workers/etcd_worker.py", 1s,
     "etcd's watch names no author of a change, so nothing proves who removed, extended or outlived whose lock",
     "a gate cannot aim at one of etcd's requests, which are opaque (gRPC)"},
    {"ZooKeeper", "java", "python3 resources/workers/kazoo_worker.py", 1s},
}};

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

bool isOfNetwork(Action action) { return action >= Action::HoldRequest && action <= Action::Reset; }

// A gate does not understand gRPC: it meets any piece of a conversation, never a certain command.
std::optional<std::string> lackOfEtcd(const Fault &fault)
{
    const auto action = std::string(wordOf(fault.action));
    switch (fault.action) {
    case Action::LoseMessages: return "etcd's watch is a part of the same stream as its replies: " + action;
    case Action::FlushScripts:
    case Action::FillMemory:
    case Action::CutReplication:
    case Action::PromoteReplica: return "it does this to the server, which only Redis knows: " + action;
    default: break;
    }
    if (!isOfNetwork(fault.action))
        return std::nullopt;
    const auto aim = fault.of != Purpose::Any ? "of \"" + std::string(wordOf(fault.of)) + '"'
                     : !fault.command.empty() ? "command \"" + fault.command + '"'
                     : !fault.lock.empty()    ? "lock \"" + fault.lock + '"'
                                              : std::string();
    return aim.empty() ? std::nullopt : std::optional(std::string(whyNoAim(Store::Etcd)) + ": " + action + ", " + aim);
}

std::optional<std::string> lackOfZookeeper(const Fault &fault)
{
    switch (fault.action) {
    case Action::FlushDatabase: return "ZooKeeper has no command that removes everything";
    case Action::FlushScripts:
    case Action::FillMemory:
    case Action::CutReplication:
    case Action::PromoteReplica: return "it does this to the server, which only Redis knows: " + std::string(wordOf(fault.action));
    default: return std::nullopt;
    }
}

std::optional<std::string> lackOf(Store store, const Fault &fault)
{
    switch (store) {
    case Store::Redis: break;
    case Store::Memcached: return lackOfMemcached(fault);
    case Store::Etcd: return lackOfEtcd(fault);
    case Store::Zookeeper: return lackOfZookeeper(fault);
    }
    return std::nullopt;
}

} // namespace

std::string_view nameOf(Store store) { return factsOf(store).name; }

std::string_view programOf(Store store) { return factsOf(store).program; }

std::string_view exampleWorker(Store store) { return factsOf(store).worker; }

Milliseconds leastLease(Store store) { return factsOf(store).leastLease; }

std::string_view whyNoRecord(Store store) { return factsOf(store).whyNoRecord; }

std::string_view whyNoAim(Store store) { return factsOf(store).whyNoAim; }

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
    const std::string need = scenario.cluster             ? "a cluster"
                             : scenario.servers > 1       ? "several servers"
                             : scenario.replicas > 0      ? "replicas"
                             : !scenario.settings.empty() ? "settings of the server"
                             : !scenario.looks            ? "a record without looks"
                                                          : "";
    if (!need.empty())
        return "it needs " + need + ", which the Lab has for Redis only";
    for (const auto &fault : scenario.script) {
        if (auto lack = lackOf(scenario.store, fault))
            return lack;
    }
    if (whyNoRecord(scenario.store).empty())
        return std::nullopt;
    const auto condition = needOfRecord(scenario);
    return condition ? std::optional("it waits for what only a record of the server shows, and there is none: " + *condition)
                     : std::nullopt;
}

} // namespace lockcore

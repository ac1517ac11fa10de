// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/run_header.h"

#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/servers/lab_cluster.h"
#include "lockcore/locks/catalogue.h"

#include <algorithm>

namespace lockcore {

namespace {

std::optional<Property> promiseOf(Capability capability)
{
    switch (capability) {
    case Capability::Watchdog: return Property::Watchdog;
    case Capability::Fencing: return Property::TokenOrder;
    case Capability::Fair: return Property::Fairness;
    case Capability::Reentrant: return Property::ReentryCount;
    default: return std::nullopt;
    }
}

Milliseconds longestWorkOf(const Scenario &scenario)
{
    Milliseconds longest{0};
    const auto take = [&](const ScenarioSection &section) {
        const bool waits = !section.workUntil.empty() || !section.reenterAfter.empty() || !section.inside.empty();
        longest = std::max({longest, section.work, waits ? scenario.lease : Milliseconds(0)});
    };
    for (const auto &worker : scenario.workers)
        eachSection(worker, take);
    return longest;
}

} // namespace

HistoryHeader headerOf(const RunContext &context, const RunWorkers &workers)
{
    const auto &scenario = context.scenario;
    HistoryHeader header;
    header.seed = context.options.seed;
    header.scenario = scenario.name;
    header.protocol = context.options.command.empty() ? scenario.protocol : "external";
    header.library = workers.all().front()->greeting().library;
    if (scenario.store != Store::Redis)
        header.store = nameOf(scenario.store);
    if (context.locks.size() > 1)
        header.locks = context.locks;
    header.servers = scenario.servers;
    header.quorum = scenario.servers / 2 + 1;
    header.cluster = scenario.cluster;
    const auto *const protocol = findProtocol(scenario.protocol);
    if (scenario.cluster && protocol && protocol->manyServers)
        header.votes = static_cast<std::int64_t>(LabCluster::primaries);
    header.work = longestWorkOf(scenario);
    header.queueTimeout = scenario.queueTimeout;
    header.commandTimeout = scenario.commandTimeout;
    constexpr Milliseconds usualRetry{500}; // for a library that has its own retry schedule
    header.retry = context.options.command.empty() ? scenario.retry : std::max(scenario.retry, usualRetry);
    header.whyNoRecord = context.options.foreign ? std::string() : std::string(whyNoRecord(scenario.store));
    header.record = !context.options.foreign && header.whyNoRecord.empty();
    header.looks = scenario.looks && header.record;
    header.fencing = scenario.fenced;
    header.stock = scenario.stock;
    header.sources = context.options.sources;
    for (std::size_t i = 0; i < wordsOf<Capability>.size(); ++i) {
        const auto capability = static_cast<Capability>(i);
        if (!workers.can(wordOf(capability)))
            continue;
        header.capabilities.push_back(capability);
        if (const auto promised = promiseOf(capability))
            header.promised.push_back(*promised);
    }
    return header;
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/chapters.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <tuple>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 13> names{"Two commands", "Whose lock", "Lease and work", "Watchdog",    "Clocks",
                                                 "Waiting",      "The count",  "Several locks",  "The network", "The server",
                                                 "Many servers", "Clusters",   "The stock"};

std::size_t rankOf(const std::string &chapter)
{
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), chapter) - names.begin());
}

bool breaks(const Scenario &scenario)
{
    return std::any_of(scenario.expected.begin(), scenario.expected.end(),
                       [](const auto &expected) { return expected.second == Outcome::Violated; });
}

// `R12`: 12, R. In the catalogue of pitfalls a lower number is the more basic one.
std::pair<std::int64_t, char> pitfallOf(const Scenario &scenario)
{
    if (scenario.pitfalls.empty() || scenario.pitfalls.front().empty())
        return {0, 0};
    const auto &code = scenario.pitfalls.front();
    return {parseInteger(std::string_view(code).substr(1)).value_or(0), code.front()};
}

// One name for both of a pair that are in the same chapter: of the broken one.
std::string pairOf(const Scenario &scenario, const std::map<std::string, const Scenario *> &byName)
{
    const auto twin = byName.find(scenario.twin);
    if (twin == byName.end() || twin->second->chapter != scenario.chapter)
        return scenario.name;
    const auto other = breaks(*twin->second);
    return other == breaks(scenario) ? std::min(scenario.name, scenario.twin) : other ? scenario.twin : scenario.name;
}

using Key = std::tuple<std::size_t, std::string, std::pair<std::int64_t, char>, std::string, bool, std::string>;

} // namespace

std::span<const std::string_view> chapters() { return names; }

void putInChapters(std::vector<Scenario> &scenarios)
{
    std::map<std::string, const Scenario *> byName;
    for (const auto &scenario : scenarios)
        byName[scenario.name] = &scenario;
    std::vector<std::pair<Key, std::size_t>> order;
    for (const auto &scenario : scenarios) {
        const auto pair = pairOf(scenario, byName);
        const auto rank = rankOf(scenario.chapter);
        order.emplace_back(Key(rank, rank < names.size() ? std::string() : scenario.chapter, pitfallOf(*byName.at(pair)), pair,
                               scenario.name != pair, scenario.name),
                           order.size());
    }
    std::sort(order.begin(), order.end());
    std::vector<Scenario> sorted;
    for (const auto &[key, index] : order)
        sorted.push_back(std::move(scenarios[index]));
    scenarios = std::move(sorted);
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "lockcore/explorer/estimate.h"

#include <algorithm>
#include <cmath>

namespace lockcore::explorer {

namespace {

Milliseconds longest(const Bounds &bounds)
{
    auto most = std::max({bounds.lease, bounds.work, bounds.poll});
    if (bounds.faults[Fault::Pause] > 0)
        most = std::max(most, bounds.pause);
    if (bounds.faults[Fault::LateLoss] > 0)
        most = std::max(most, bounds.commandTimeout);
    return most;
}

// The longest time becomes `ticks`, the others in proportion.
Bounds shortened(Bounds bounds, int ticks, std::size_t mostTried)
{
    const auto all = longest(bounds).count();
    const auto shorter = [&](Milliseconds time) { return Milliseconds(std::max<std::int64_t>(1, time.count() * ticks / all)); };
    for (auto *time : {&bounds.lease, &bounds.work, &bounds.poll, &bounds.pause, &bounds.commandTimeout})
        *time = shorter(*time);
    if (bounds.otherWork)
        bounds.otherWork = std::min(shorter(*bounds.otherWork), bounds.work);
    if (bounds.horizon.count() > 0)
        bounds.horizon = shorter(bounds.horizon);
    bounds.skew = bounds.skew * ticks / all;
    bounds.tick = Milliseconds(1);
    bounds.mostStates = mostTried;
    return bounds;
}

// What the script that acquires leaves as the deadline of the lock.
std::optional<Milliseconds> leaseOf(const Bounds &bounds, Oracle &oracle)
{
    if (!bounds.scripts)
        return std::nullopt;
    const auto judged = acquiredAlone(bounds, oracle);
    if (!judged)
        return std::nullopt; // the search will say it
    for (const auto &key : judged->after) {
        if (key.name == lockKey && key.left > 0)
            return Milliseconds(key.left);
    }
    return std::nullopt;
}

} // namespace

Result<Judgement> acquiredAlone(const Bounds &bounds, Oracle &oracle)
{
    const auto lease = std::to_string(bounds.lease.count());
    const auto owner = tokenText(0, 0);
    const auto &scripts = *bounds.scripts;
    return oracle.judge({}, {"EVAL", scripts.acquire, "1", lockKey, scripts.leaseFirst ? lease : owner, scripts.leaseFirst ? owner : lease},
                        bounds.readsWallClock ? std::optional(0) : std::nullopt);
}

bool isMuch(const Estimate &estimate)
{
    constexpr double many = 20'000'000; // states: about half a minute
    return estimate.states >= many || estimate.isAtLeast || estimate.grantedLease;
}

bool mayExplode(const Bounds &bounds)
{
    constexpr Milliseconds usual(60);
    const bool isLong = longest(bounds) / bounds.tick.count() > usual;
    return isLong || bounds.scripts || bounds.workers > 2 || bounds.rounds > 2 || bounds.faults.total() > 2;
}

Result<Estimate> estimate(const Bounds &bounds, Oracle &oracle, Control &control, std::size_t mostTried)
{
    Estimate made;
    constexpr int muchLonger = 4;
    if (const auto lease = leaseOf(bounds, oracle); lease && *lease > muchLonger * bounds.lease)
        made.grantedLease = lease;
    const auto begin = std::chrono::steady_clock::now();
    std::int64_t searched = 0;
    const auto statesOf = [&](const Bounds &own) -> Result<std::optional<double>> {
        const auto result = search(own, oracle, control);
        if (!result)
            return result.error();
        searched += result->states;
        made.states = std::max(made.states, static_cast<double>(result->states));
        // One that ended early because everything is violated is as short in the whole search.
        return result->complete ? std::optional(static_cast<double>(result->states)) : std::nullopt;
    };
    const auto finish = [&](double states, bool isAtLeast) {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        made.states = states;
        made.isAtLeast = isAtLeast;
        made.seconds = searched > 0 ? seconds * states / static_cast<double>(searched) : 0;
        return made;
    };
    auto whole = bounds;
    whole.mostStates = std::min(bounds.mostStates, mostTried);
    const auto all = statesOf(whole);
    if (!all)
        return all.error();
    if (*all)
        return finish(**all, false);
    const double ticks = static_cast<double>(longest(bounds).count()) / static_cast<double>(bounds.tick.count());
    for (const int most : {16, 8, 4}) {
        const auto more = statesOf(shortened(bounds, most, mostTried));
        if (!more)
            return more.error();
        if (!*more)
            continue;
        const auto fewer = statesOf(shortened(bounds, most / 2, mostTried));
        if (!fewer)
            return fewer.error();
        const double exponent = std::max(0.0, std::log2(**more / fewer->value_or(**more)));
        const double states = **more * std::pow(std::max(1.0, ticks / most), exponent);
        return finish(std::max(states, static_cast<double>(mostTried)), false);
    }
    return finish(static_cast<double>(mostTried), true);
}

} // namespace lockcore::explorer

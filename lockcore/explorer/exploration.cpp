// SPDX-License-Identifier: MIT
#include "lockcore/explorer/exploration.h"

#include <algorithm>

namespace lockcore::explorer {

std::vector<FaultBudget> choicesOf(const FaultBudget &faults)
{
    std::vector<FaultBudget> choices = {FaultBudget()};
    for (std::size_t i = 0; i < faultKinds; ++i) {
        const auto fault = static_cast<Fault>(i);
        const auto smaller = choices;
        for (int count = 1; count <= faults[fault]; ++count) {
            for (auto choice : smaller) {
                choice[fault] = count;
                choices.push_back(choice);
            }
        }
    }
    std::ranges::stable_sort(choices, {}, &FaultBudget::total);
    return choices;
}

std::vector<FaultBudget> usualFaults()
{
    std::vector<FaultBudget> sets(1);
    for (const auto fault : {Fault::Crash, Fault::LostReply, Fault::LostRequest, Fault::LateRequest})
        sets.emplace_back()[fault] = 1;
    return sets;
}

namespace {

// Of the same property under a smaller and a larger set of faults: the first violation counts.
void join(std::map<Property, Finding> &known, std::map<Property, Finding> more)
{
    for (auto &[property, finding] : more) {
        auto &one = known[property];
        if (one.verdict == Verdict::NotExercised || (one.verdict == Verdict::Held && finding.violation))
            one = std::move(finding);
    }
}

bool isReentrant(const Bounds &bounds)
{
    if (bounds.scripts)
        return bounds.scripts->counts();
    const auto *const protocol = findProtocol(bounds.protocol);
    return protocol && protocol->reentrant;
}

// A lock that can be acquired again is examined once more for that alone: of the others a worker that does not do it says more.
Result<SearchResult> searchBoth(Bounds bounds, Oracle &oracle, Control &control)
{
    auto result = search(bounds, oracle, control);
    if (!result || !isReentrant(bounds) || result->cancelled || (bounds.only && *bounds.only != Property::Reentry))
        return result;
    auto again = search(reentryBounds(bounds), oracle, control);
    if (!again)
        return again;
    join(result->findings, std::move(again->findings));
    result->states += again->states;
    result->transitions += again->transitions;
    result->complete = result->complete && again->complete;
    result->cancelled = again->cancelled;
    return result;
}

} // namespace

Result<Exploration> explore(const Bounds &bounds, const std::vector<FaultBudget> &faults, Oracle &oracle, Control &control)
{
    Exploration exploration;
    exploration.bounds = bounds;
    for (const auto &set : faults) {
        auto own = bounds;
        own.faults = set;
        auto result = searchBoth(own, oracle, control);
        if (!result)
            return result.error();
        exploration.states += result->states;
        exploration.transitions += result->transitions;
        exploration.complete = exploration.complete && result->complete;
        exploration.cancelled = exploration.cancelled || result->cancelled;
        join(exploration.findings, std::move(result->findings));
        for (std::size_t i = 0; i < faultKinds; ++i) {
            auto &most = exploration.bounds.faults[static_cast<Fault>(i)];
            most = std::max(most, set[static_cast<Fault>(i)]);
        }
        if (exploration.cancelled)
            break;
    }
    return exploration;
}

Result<ShortestPause> shortestPause(const Bounds &bounds, Milliseconds most, Oracle &oracle, Control &control)
{
    auto own = bounds;
    own.faults[Fault::Pause] = std::max(1, own.faults[Fault::Pause]);
    own.only = Property::MutualExclusion;
    ShortestPause shortest;
    const auto breaks = [&](Milliseconds pause) -> Result<bool> {
        own.pause = pause;
        const auto result = search(own, oracle, control);
        if (!result)
            return result.error();
        const bool isViolated = result->findings.at(Property::MutualExclusion).violation.has_value();
        shortest.complete = shortest.complete && (isViolated || result->complete);
        return isViolated;
    };
    // A longer pause contains each shorter one.
    Milliseconds harmless{0};
    const auto any = breaks(most);
    if (!any)
        return any.error();
    if (!*any)
        return shortest;
    shortest.pause = most;
    while (*shortest.pause - harmless > Milliseconds(1)) {
        const auto middle = harmless + (*shortest.pause - harmless) / 2;
        const auto broken = breaks(middle);
        if (!broken)
            return broken.error();
        (*broken ? *shortest.pause : harmless) = middle;
    }
    return shortest;
}

Result<FrontierRow> frontier(const Bounds &bounds, FrontierRow::What what, Oracle &oracle, Control &control)
{
    using What = FrontierRow::What;
    FrontierRow row{what, bounds, {}, {}, true};
    auto &faults = row.bounds.faults;
    faults = {};
    switch (what) {
    case What::Nothing: break;
    case What::Crash: faults[Fault::Crash] = 1; break;
    case What::LostReplyNoticedLate: faults[Fault::LateLoss] = 1; [[fallthrough]];
    case What::LostReply: faults[Fault::LostReply] = 1; break;
    case What::LostRequest: faults[Fault::LostRequest] = 1; break;
    case What::LateRequest: faults[Fault::LateRequest] = 1; break;
    case What::LongWork: row.bounds.work = row.bounds.lease * 3 / 2; break;
    case What::Exception: faults[Fault::Exception] = 1; break;
    case What::ServerForgets: faults[Fault::ServerForgets] = 1; break;
    case What::ForceRelease: faults[Fault::ForceRelease] = 1; break;
    case What::Pause: {
        const auto shortest = shortestPause(row.bounds, row.bounds.lease * 2, oracle, control);
        if (!shortest)
            return shortest.error();
        row.shortestPause = shortest->pause;
        row.complete = shortest->complete;
        row.bounds.pause = shortest->pause.value_or(row.bounds.lease * 2);
        faults[Fault::Pause] = 1;
        break;
    }
    }
    auto result = searchBoth(row.bounds, oracle, control);
    if (!result)
        return result.error();
    row.complete = row.complete && result->complete;
    row.findings = std::move(result->findings);
    return row;
}

} // namespace lockcore::explorer

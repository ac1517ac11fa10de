// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/assessment.h"

#include <algorithm>

namespace lockcore {

namespace {

bool isConclusive(Outcome outcome) { return outcome == Outcome::Held || outcome == Outcome::Violated || outcome == Outcome::Outlived; }

} // namespace

bool breaksAPromise(const Verdict &verdict)
{
    return verdict.outcome == Outcome::Violated && verdict.importance != Importance::Informative;
}

Match matchOf(const Scenario &scenario, const Verdict &verdict)
{
    const auto expected = scenario.expected.find(verdict.property);
    if (expected == scenario.expected.end())
        return breaksAPromise(verdict) ? Match::Contradicted : Match::AsExpected;
    if (verdict.outcome == expected->second)
        return Match::AsExpected;
    return isConclusive(verdict.outcome) ? Match::Contradicted : Match::Open;
}

bool onTime(const Scenario &scenario, const Premises &premises)
{
    auto shortest = scenario.lease;
    const auto take = [&](const ScenarioSection &section) { shortest = std::min(shortest, section.lease.value_or(shortest)); };
    for (const auto &worker : scenario.workers)
        eachSection(worker, take);
    return std::max(premises.worstStall, premises.waited) <= shortest / 4;
}

namespace {

// Did a lease end although the scenario does not plan this: for no known reason, or during the work that the scenario waits for?
bool leaseEndedUnplanned(const Scenario &scenario, const std::vector<Verdict> &verdicts)
{
    const auto expected = scenario.expected.find(Property::LeaseOutlived);
    const bool planned = expected != scenario.expected.end() && expected->second == Outcome::Outlived;
    return std::any_of(verdicts.begin(), verdicts.end(), [=](const Verdict &verdict) {
        return verdict.property == Property::LeaseOutlived
               && (verdict.outcome == Outcome::Inconclusive || (verdict.outcome == Outcome::Outlived && !planned));
    });
}

} // namespace

std::vector<Match> matchesOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises)
{
    const bool unplanned = leaseEndedUnplanned(scenario, verdicts);
    const bool played = premises.complete && onTime(scenario, premises) && !unplanned;
    std::vector<Match> matches;
    for (const auto &verdict : verdicts) {
        auto match = matchOf(scenario, verdict);
        const bool violated = verdict.outcome == Outcome::Violated;
        const bool excused = violated ? unplanned && verdict.importance == Importance::Informative : !played;
        if (match == Match::Contradicted && excused)
            match = Match::Open;
        matches.push_back(match);
    }
    return matches;
}

Match matchOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises)
{
    const auto matches = matchesOf(scenario, verdicts, premises);
    return matches.empty() ? Match::AsExpected : *std::max_element(matches.begin(), matches.end());
}

namespace {

template <class IsAsked>
Match promisesKept(const std::vector<Verdict> &verdicts, IsAsked isAsked)
{
    auto worst = Match::AsExpected;
    for (const auto &verdict : verdicts) {
        if (breaksAPromise(verdict))
            worst = Match::Contradicted;
        else if (!isConclusive(verdict.outcome) && isAsked(verdict))
            worst = std::max(worst, Match::Open);
    }
    return worst;
}

} // namespace

Match promisesKept(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises)
{
    const bool saysNothing = scenario.expected.empty();
    const auto kept = saysNothing ? promisesKept(verdicts) : promisesKept(verdicts, [&](const Verdict &verdict) {
        return verdict.importance != Importance::Informative && verdict.outcome != Outcome::Skipped
               && scenario.expected.contains(verdict.property);
    });
    return premises.complete ? kept : std::max(kept, Match::Open); // cut off: what the scenario tests may not have taken place
}

Match promisesKept(const std::vector<Verdict> &verdicts)
{
    return promisesKept(verdicts, [](const Verdict &verdict) {
        return verdict.importance == Importance::Must && verdict.outcome == Outcome::Inconclusive;
    });
}

} // namespace lockcore

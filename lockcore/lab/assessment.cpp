// SPDX-License-Identifier: MIT
#include "lockcore/lab/assessment.h"

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

Match matchOf(const Scenario &scenario, const std::vector<Verdict> &verdicts)
{
    auto worst = Match::AsExpected;
    for (const auto &verdict : verdicts)
        worst = std::max(worst, matchOf(scenario, verdict));
    return worst;
}

Match matchOf(const std::vector<Verdict> &verdicts)
{
    auto worst = Match::AsExpected;
    for (const auto &verdict : verdicts) {
        if (breaksAPromise(verdict))
            worst = Match::Contradicted;
        else if (verdict.outcome == Outcome::Inconclusive && verdict.importance == Importance::Must)
            worst = std::max(worst, Match::Open);
    }
    return worst;
}

} // namespace lockcore

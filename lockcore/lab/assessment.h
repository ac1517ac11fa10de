// SPDX-License-Identifier: MIT
// What the verdicts on a run mean against what its scenario expects. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario.h"

namespace lockcore {

enum class Match {
    AsExpected,
    Open,         ///< a verdict that was expected could not be reached in this run
    Contradicted, ///< another one was reached, or something broke that the scenario does not name
};

/// Of one verdict. What a scenario does not name may have any outcome, but must not break a promise.
Match matchOf(const Scenario &scenario, const Verdict &verdict);

/// What a run rests on.
struct Premises
{
    bool complete = true;       ///< it was not cut off by its limit
    Microseconds worstStall{0}; ///< that nobody planned
    bool operator==(const Premises &) const = default;
};

/// Of each verdict. Where a premise broke, the story of the scenario may not have taken place: then what did not break
/// contradicts nothing, nor what befell the resource after a lease that ended by nobody's plan. What must hold has no excuse.
std::vector<Match> matchesOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// The gravest of all.
Match matchOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// A property that must hold, or is promised, is violated.
bool breaksAPromise(const Verdict &verdict);

/// Of workers for which the scenario's expectations are not made: a promise is broken (Contradicted), or what the scenario is
/// about did not take place, or could not be judged (Open).
Match promisesKept(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// The same without a scenario: what must hold could not be judged (Open).
Match promisesKept(const std::vector<Verdict> &verdicts);

} // namespace lockcore

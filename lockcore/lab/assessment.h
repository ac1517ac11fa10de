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

/// The gravest of all. `complete`: the run was not cut off by its limit, so that what did not break was put to the test. If a
/// lease ended by nobody's plan, what befell the resource then contradicts nothing.
Match matchOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, bool complete = true);

/// A property that must hold, or is promised, is violated.
bool breaksAPromise(const Verdict &verdict);

/// Of workers for which the scenario's expectations are not made: a promise is broken (Contradicted), or what the scenario is
/// about could not be judged (Open).
Match promisesKept(const Scenario &scenario, const std::vector<Verdict> &verdicts);

/// The same without a scenario: what must hold could not be judged (Open).
Match promisesKept(const std::vector<Verdict> &verdicts);

} // namespace lockcore

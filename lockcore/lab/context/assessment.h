// SPDX-License-Identifier: MIT
// What the verdicts on a run mean against what its scenario expects. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

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
    Microseconds waited{0};     ///< for a processor, the Lab, its workers and its servers together: nobody was later than this
    bool operator==(const Premises &) const = default;
};

/// Was everybody on time, as far as a lease can tell? Else one may have ended, or a wait, before the story came to its point.
bool onTime(const Scenario &scenario, const Premises &premises);

/// Of each verdict. A violation is one, however slow the machine was; only what informs is excused, where a lease ended by nobody's
/// plan. That something did *not* break contradicts the scenario only if its story took place: to the end, and on time.
std::vector<Match> matchesOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// The gravest of all.
Match matchOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// A property that must hold, or is promised, is violated.
bool breaksAPromise(const Verdict &verdict);

/// Of workers for which the scenario's expectations are not made: a promise is broken (Contradicted), or what the scenario is
/// about did not take place, or could not be judged (Open).
Match promisesKept(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// The same without expectations, also of a scenario that has none: what must hold could not be judged (Open).
Match promisesKept(const std::vector<Verdict> &verdicts);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Compares the verdicts on a run with what its scenario expects. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

enum class Match {
    AsExpected,
    Open,         ///< an expected verdict could not be reached in this run
    Contradicted, ///< another verdict was reached, or a property is violated that the scenario does not name
};

/// For one verdict. A property that the scenario does not name may have any outcome, but a promise must not be broken.
Match matchOf(const Scenario &scenario, const Verdict &verdict);

/// Conditions under which a run can show what its scenario expects.
struct Premises
{
    bool complete = true;       ///< the run was not cut off by its time limit
    Microseconds worstStall{0}; ///< the longest unplanned stall
    Microseconds waited{0};     ///< longest wait for a processor, of the Lab, its workers and its servers: an upper bound for every delay
    bool operator==(const Premises &) const = default;
};

/// Was every process on time, compared with a lease? If not, a lease or a wait may have ended before the scenario's faults came into
/// effect.
bool onTime(const Scenario &scenario, const Premises &premises);

/// For each verdict. A violation counts, however slow the machine was; only an informative property is excused, if a lease ended without a
/// plan. A property that did *not* break contradicts the scenario only if the run was complete and on time.
std::vector<Match> matchesOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// The most severe match of all.
Match matchOf(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// Is a property violated that must hold or is promised?
bool breaksAPromise(const Verdict &verdict);

/// For workers for which the scenario's expectations are not made. Contradicted: a promise is broken. Open: what the scenario tests did not
/// take place, or could not be judged.
Match promisesKept(const Scenario &scenario, const std::vector<Verdict> &verdicts, const Premises &premises = {});

/// The same without expectations, also for a scenario that has none. Open: a property that must hold could not be judged.
Match promisesKept(const std::vector<Verdict> &verdicts);

} // namespace lockcore

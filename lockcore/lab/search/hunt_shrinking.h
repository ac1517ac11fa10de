// SPDX-License-Identifier: MIT
// Simplifies a scenario that violates a property, one step at a time. Only a run can show whether a step keeps the violation. Pure; any
// thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// Each result is simpler by one step; the largest steps first: one worker fewer, one fault fewer, one round fewer, a simpler time.
std::vector<Scenario> smallerScenarios(const Scenario &scenario);

/// The same workers in a stricter order: one begins only when another is inside, or has requested the lock. This makes a mistake that
/// depends on the order more frequent.
std::vector<Scenario> firmerScenarios(const Scenario &scenario);

/// The first violation of a property that must hold or is promised; those that must hold come first.
const Verdict *gravestViolation(const std::vector<Verdict> &verdicts);

/// Do both verdicts show the same mistake? One pitfall may violate several properties. A mistake without a code is identified by property
/// and cause.
bool isSameMistake(const Verdict &one, const Verdict &other);

/// From several runs of one scenario: the verdict that shows the mistake, on the property that is violated most often.
struct Shown
{
    int runs = 0; ///< number of runs in which this mistake violates this property
    std::optional<Verdict> verdict;
};
Shown shownIn(const std::vector<std::vector<Verdict>> &runs, const Verdict &mistake);

} // namespace lockcore

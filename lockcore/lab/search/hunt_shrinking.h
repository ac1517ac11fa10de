// SPDX-License-Identifier: MIT
// Makes a scenario that violates something smaller, one step at a time. Which steps keep the violation, only runs can tell. Pure;
// any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// Each is smaller by one step; the greatest steps first: a worker less, a fault less, a round less, a simpler time.
std::vector<Scenario> smallerScenarios(const Scenario &scenario);

/// The same workers in a firmer order: one begins only when another is inside, or has asked. So a mistake that needs an order comes
/// more often.
std::vector<Scenario> firmerScenarios(const Scenario &scenario);

/// The first that must hold or is promised; what must hold comes first.
const Verdict *gravestViolation(const std::vector<Verdict> &verdicts);

/// Is it the same mistake? One pitfall may violate several properties; a mistake without a code is known by property and cause.
bool isSameMistake(const Verdict &one, const Verdict &other);

/// Of several runs of one scenario: the verdict that shows the mistake, on the property that is violated most often.
struct Shown
{
    int runs = 0; ///< that violate this property by this mistake
    std::optional<Verdict> verdict;
};
Shown shownIn(const std::vector<std::vector<Verdict>> &runs, const Verdict &mistake);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// Makes a scenario that violates something smaller, one step at a time. Which steps keep the violation, only runs can tell. Pure;
// any thread.
#pragma once

#include "lockcore/lab/scenario.h"

namespace lockcore {

/// Each is smaller by one step; the greatest steps first: a worker less, a fault less, a round less, a simpler time.
std::vector<Scenario> smallerScenarios(const Scenario &scenario);

/// What was violated, so that a smaller scenario can be said to violate the same.
struct Violation
{
    Property property = Property::MutualExclusion;
    Cause cause = Cause::None;
    bool operator==(const Violation &) const = default;
};

/// The first that must hold or is promised; what must hold comes first.
const Verdict *gravestViolation(const std::vector<Verdict> &verdicts);

bool violates(const std::vector<Verdict> &verdicts, const Violation &violation);

} // namespace lockcore

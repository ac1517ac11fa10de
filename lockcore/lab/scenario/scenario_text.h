// SPDX-License-Identifier: MIT
// A scenario as the text of its file (docs/scenarios.md), for those that the Lab makes by itself. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// What scenarioOf() reads as the same scenario, but for name and file. Fields with their usual value are left out.
std::string textOf(const Scenario &scenario);

std::string toString(const Fault &fault); ///< one line: `hold reply of A (take) when A inside, after 5 ms`

} // namespace lockcore

// SPDX-License-Identifier: MIT
// A scenario as the text of its file (docs/scenarios.md), for those that the Lab makes by itself, and for a person's file that was edited.
// Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// What scenarioOf() reads as the same scenario, but for name and file. Fields with their usual value are left out. `like` is the text of a
/// file: fields, and what is listed by name, come in the order that it has; what it has not is where it usually is. It counts for nothing if
/// it is no JSON.
std::string textOf(const Scenario &scenario, std::string_view like = {});

std::string toString(const Fault &fault); ///< one line: `hold reply of A (take) when A inside, after 5 ms`

} // namespace lockcore

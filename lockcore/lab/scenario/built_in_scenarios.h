// SPDX-License-Identifier: MIT
// The scenarios that are part of the program (Lockscope::Scenarios). Any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

inline constexpr std::string_view builtInFolder = ":/scenarios";

std::vector<Scenario> builtInScenarios(); ///< in the order of their chapters

bool isBuiltIn(const Scenario &scenario); ///< by its file

} // namespace lockcore

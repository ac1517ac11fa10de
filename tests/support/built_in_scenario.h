// SPDX-License-Identifier: MIT
// Reads one of the scenarios that come with Lockscope.
#pragma once

#include "lockcore/lab/scenario/scenario_file.h"

namespace lockcore::test {

inline Scenario builtIn(const std::string &name) { return readScenario(":/scenarios/" + name + ".json").value(); }

} // namespace lockcore::test

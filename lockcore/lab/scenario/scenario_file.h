// SPDX-License-Identifier: MIT
// Scenarios as JSON files. docs/scenarios.md describes the fields. Reading refuses what it does not know, and impossible bounds,
// with a sentence that names file, line and field. Pure but for readScenario(); any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// `file` begins each sentence; its base name is the scenario's name. Error: Refused.
Result<Scenario> scenarioOf(const std::string &json, const std::string &file);

/// `path`: also a Qt resource. Error: Refused.
Result<Scenario> readScenario(const std::string &path);

} // namespace lockcore

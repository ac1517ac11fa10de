// SPDX-License-Identifier: MIT
// What the fields of a scenario's file mean together: for scenario_file.cpp only. Each mistake is thrown as json::Wrong. Any thread.
#pragma once

#include "lockcore/json/located_json.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockcore::detail {

/// Before the field is read. `scenario`: what was read before it.
void checkField(std::string_view name, const json::Located &value, const Scenario &scenario);

void checkLock(const std::string &lock, const json::Located &where, const Scenario &scenario);      ///< the scenario has it, or it is empty
void checkProcess(const std::string &worker, const json::Located &where, const Scenario &scenario); ///< it has a process of its own

// When all its fields are read.
void check(const json::Located &value, const ScenarioSection &section, const Scenario &scenario);
void check(const json::Located &value, const ScenarioWorker &worker, const Scenario &scenario);
void check(const json::Located &value, const Fault &fault, const Scenario &scenario);
inline void check(const json::Located &, const Scenario &, const Scenario &) { }

} // namespace lockcore::detail

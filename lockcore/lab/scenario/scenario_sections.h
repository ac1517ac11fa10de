// SPDX-License-Identifier: MIT
// The sections of a scenario's file: for scenario_file.cpp only. Each mistake is thrown as json::Wrong. Any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/lab/scenario/scenario_fields.h"

namespace lockcore::detail {

/// Reads conditions, and remembers where they name a worker, which may come later in the file.
class ConditionReader final
{
public:
    void read(const json::Located &value, std::vector<Condition> &conditions);
    void read(json::Fields &fields, const char *name, std::vector<Condition> &conditions); ///< leaves them if there is no such field
    void check(const Scenario &scenario) const;                                            ///< there are such workers

private:
    Condition conditionOf(const json::Located &value);

    std::vector<std::pair<std::string, const json::Located *>> m_named;
};

ScenarioWorker workerOf(const json::Located &value, ConditionReader &conditions);
Fault faultOf(const json::Located &value, ConditionReader &conditions, const Scenario &scenario); ///< of a scenario that has its workers

} // namespace lockcore::detail

// SPDX-License-Identifier: MIT
// A counterexample of the Explorer as a scenario of the Lab: the same order of events with real processes, as conditions on what the others
// have done. Its times are longer. Pure; any thread.
#pragma once

#include "lockcore/explorer/search.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockscope {

/// `bounds`: those of the trace. Error: Refused, with the reason why the Lab cannot play it.
lockcore::Result<lockcore::Scenario> scenarioFrom(const lockcore::explorer::Bounds &bounds, lockcore::explorer::Property property,
                                                  const lockcore::explorer::Violation &violation);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The scenarios that a command names, each on the store on which it is played. Main thread.
#pragma once

#include "app/lab/lab_options.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockscope {

/// Those that are named, or all built-in ones; of other stores than Redis only for that store, and in a list. Error: for the user.
lockcore::Result<std::vector<lockcore::Scenario>> scenariosOf(const LabOptions &options);

/// Puts each on its store, and says so if times are longer there. What a suite cannot play there is left out and listed.
void fitToStores(std::vector<lockcore::Scenario> &scenarios, const LabOptions &options);

/// Removes the scenarios of a suite that need the Lab's own servers, and lists them to the user.
void leaveOutWhatNeedsOwnServers(std::vector<lockcore::Scenario> &scenarios);

} // namespace lockscope

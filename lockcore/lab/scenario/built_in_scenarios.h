// SPDX-License-Identifier: MIT
// The scenarios that are part of the program (Lockscope::Scenarios). Any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

inline constexpr std::string_view builtInFolder = ":/scenarios";
inline constexpr std::string_view storeStoriesFolder = ":/store_scenarios"; ///< stories about other stores than Redis, or about any

/// In the order of their chapters. Of another store than Redis: with the stories about this store and about any; not all can be played on it.
std::vector<Scenario> builtInScenarios(Store store = Store::Redis);

bool isBuiltIn(const Scenario &scenario); ///< by its file

} // namespace lockcore

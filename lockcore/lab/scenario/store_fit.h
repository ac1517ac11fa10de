// SPDX-License-Identifier: MIT
// What a scenario needs of its server, and what a store offers. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

std::string_view nameOf(Store store);    ///< for sentences: `Redis`, `memcached`
std::string_view programOf(Store store); ///< of its server: `redis-server`
Milliseconds leastLease(Store store);

/// The scenario on this store. If its lease is shorter than the store's least, all its times are stretched.
struct FittedScenario
{
    Scenario scenario;
    int stretchedBy = 1;
};
FittedScenario fittedTo(Store store, const Scenario &scenario);

/// Why it cannot be played on its store, as the rest of a sentence. None: it can.
std::optional<std::string> lackOfStore(const Scenario &scenario);

} // namespace lockcore

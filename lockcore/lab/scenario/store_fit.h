// SPDX-License-Identifier: MIT
// What a scenario needs of its server, and what a store offers. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

std::string_view nameOf(Store store);        ///< for sentences: `Redis`, `memcached`
std::string_view programOf(Store store);     ///< of its server: `redis-server`
std::string_view exampleWorker(Store store); ///< a command that Lockscope ships the source of; empty: it has workers of its own
Milliseconds leastLease(Store store);

/// Why the changes of its keys cannot be recorded with their authors, and which verdicts that costs. Empty: they are recorded.
std::string_view whyNoRecord(Store store);

/// Why no fault can aim at a certain request. Empty: the gates know what each request is for.
std::string_view whyNoAim(Store store);

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

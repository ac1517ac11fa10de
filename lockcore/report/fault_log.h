// SPDX-License-Identifier: MIT
// What went wrong in a run, caused by the script, by an operator, or without a plan. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// The numbers of the entries after the warm-up that are faults or the ends of faults: deaths, pauses, stalls (planned ones; unplanned ones
/// above the limit), throws, network, servers, clocks, operators, evictions. Ascending.
std::vector<std::uint64_t> faultsOf(const HistoryIndex &history);

} // namespace lockcore

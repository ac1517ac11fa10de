// SPDX-License-Identifier: MIT
// What was refused to a worker that came too late: the counterparts of the violations. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// Ascending: refused accesses to the resource, and the answers to releases that found another worker's holding.
std::vector<std::uint64_t> refusalsIn(const HistoryIndex &history);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// The entries of a run that tell its story in a few steps: what the verdicts name, the faults, who got the lock, how each holding ended,
// and what was refused. Pure; any thread.
#pragma once

#include "lockcore/report/lanes.h"

namespace lockcore {

inline constexpr std::size_t mostDecisiveSteps = 40;

/// Numbers of entries after the warm-up, ascending. If there are more than `most`, those that matter least are left out, the latest first.
/// `lanes` must be of the same history.
std::vector<std::uint64_t> decisiveSteps(const HistoryIndex &history, const Lanes &lanes, std::size_t most = mostDecisiveSteps);

} // namespace lockcore

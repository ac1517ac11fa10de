// SPDX-License-Identifier: MIT
// The referee: a pure function of a history. It never compares clocks of different processes, and calls violated only what the
// numbered entries prove.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// One verdict per property, in the order of Property. Total: a history that contradicts itself gives *inconclusive*, never a crash.
/// Of a history with a gap in its numbers only what lies before the gap is judged, as if it were truncated there.
std::vector<Verdict> judge(const HistoryIndex &history);

} // namespace lockcore

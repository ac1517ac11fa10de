// SPDX-License-Identifier: MIT
// The referee: a pure function of a history. It never compares the clocks of different processes. A property is violated only if the
// numbered entries prove it.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// One verdict per property, in the order of Property. Never fails: a history that contradicts itself gives *inconclusive*. If numbers are
/// missing in the history, only the part before the gap is judged, as if the history ended there.
std::vector<Verdict> judge(const HistoryIndex &history);

} // namespace lockcore

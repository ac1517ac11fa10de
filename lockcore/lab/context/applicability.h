// SPDX-License-Identifier: MIT
// Why a story cannot take place with some workers that do nothing wrong: it waits for what their library never does. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// One sentence, without its full stop; none: the story applies, or the history does not show why it did not take place.
/// `unmet`: the conditions for which the run waited until its limit.
std::optional<std::string> whyNotApplicable(const Scenario &scenario, const HistoryIndex &history, const std::vector<Condition> &unmet);

} // namespace lockcore

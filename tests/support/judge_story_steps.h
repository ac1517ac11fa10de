// SPDX-License-Identifier: MIT
// The steps of a judge's story: `A gets`, `B removes A`, `expires A`, `turn A EVALSHA free`, `server flushed`.
#pragma once

#include "support/history_builder.h"

namespace lockcore::test {

/// Adds the entries of this step. Returns the mistake in it; empty: none.
std::string addStep(HistoryBuilder &story, std::string_view step);

std::vector<std::string> wordsIn(std::string_view text);

} // namespace lockcore::test

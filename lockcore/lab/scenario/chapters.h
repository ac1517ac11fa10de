// SPDX-License-Identifier: MIT
// The chapters in which the built-in scenarios are told, and the order of the stories within them. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <span>

namespace lockcore {

/// In their order. A built-in scenario names one of them; one of a person's own may name any or none.
std::span<const std::string_view> chapters();

/// As they are shown: chapter by chapter, the broken scenario before its sound twin, basic pitfalls before special ones. Unknown chapters
/// come last.
void putInChapters(std::vector<Scenario> &scenarios);

} // namespace lockcore

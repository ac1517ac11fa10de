// SPDX-License-Identifier: MIT
// Challenges as a JSON file, in the order in which they are asked. docs/challenges.md describes the fields. Reading refuses what it does not
// know with a sentence that names file, line and field. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/lab/challenge/challenge.h"

#include <span>

namespace lockcore {

inline constexpr std::int64_t challengesVersion = 1; ///< of the file's format

/// `file` begins each sentence. `stories`: what guess and mend-it can name. Error: Refused.
Result<std::vector<Challenge>> challengesOf(const std::string &json, const std::string &file, std::span<const Scenario> stories);

std::vector<Challenge> builtInChallenges(); ///< in the order that teaches

} // namespace lockcore

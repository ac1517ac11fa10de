// SPDX-License-Identifier: MIT
// The words that a filter's fields take. A misspelt word would never match anything, and an alert that depends on it would never fire.
#pragma once

#include "lockcore/monitor/filter/filter_term.h"

#include <set>

namespace lockcore {

/// Is the value of this term one that can be found? Empty if it is, or a sentence that says what to write. Makes words lower-case.
std::string checkWord(Filter::Term &term);

std::string inQuotes(std::string_view text); ///< escaped, for a sentence
std::string joined(const std::set<std::string> &words);

} // namespace lockcore

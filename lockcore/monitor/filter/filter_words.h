// SPDX-License-Identifier: MIT
// The words that a filter's fields accept. A misspelt word would never match anything, and its alert would never fire.
#pragma once

#include "lockcore/monitor/filter/filter_term.h"

#include <set>

namespace lockcore {

/// Can this term's value occur? Returns an empty text, or a sentence that says what to write. Makes words lower-case.
std::string checkWord(Filter::Term &term);

std::string inQuotes(std::string_view text); ///< also escaped, for a sentence
std::string joined(const std::set<std::string> &words);

} // namespace lockcore

// SPDX-License-Identifier: MIT
// What a person most likely meant by a filter that cannot be read: a misspelt word, a sign of another language, a missing quote. Pure.
#pragma once

#include "lockcore/monitor/filter/filter.h"

namespace lockcore {

/// The filter with its wrong part replaced, so that it can be read; none: it can be read already, or nothing near it can. For a person, who
/// sees what is found, the last choice is to search for the wrong part as text.
std::optional<std::string> repairedFilter(std::string_view wrong, Filter::UnknownField unknownField = Filter::UnknownField::Refused);

} // namespace lockcore

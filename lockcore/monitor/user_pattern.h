// SPDX-License-Identifier: MIT
// What a user's own pattern makes of a look. Parsing it is declared beside the struct, in classifier.h.
#pragma once

#include "monitor/classifier.h"

namespace lockcore {

/// Does the pattern mean this key? By its glob, and its type if it names one; without one, a string, hash or sorted set.
bool matches(const UserPattern &pattern, const Look &look);

/// The finding under a pattern that matches. A format that recognised the value well enough (≥ 3) is kept; else it is a
/// lock of an unknown library, because the user says so, with confidence 3. Nothing if the value cannot be what the
/// pattern says.
std::optional<Finding> findingBy(const UserPattern &pattern, const Look &look, std::optional<Finding> recognised);

} // namespace lockcore

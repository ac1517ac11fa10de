// SPDX-License-Identifier: MIT
// What a user's own pattern makes of a look. classifier.h declares the parser next to the struct.
#pragma once

#include "monitor/classifier.h"

namespace lockcore {

/// Does the pattern match this key? By its glob and, if given, its type; otherwise a string, hash or sorted set.
bool matches(const UserPattern &pattern, const Look &look);

/// The finding for a pattern that matches. A format that recognised the value well enough (≥ 3) takes precedence. Otherwise it
/// is a lock of an unknown library, because the user says so, with confidence 3. Nothing if the value cannot be what the
/// pattern says.
std::optional<Finding> findingBy(const UserPattern &pattern, const Look &look, std::optional<Finding> recognised);

} // namespace lockcore

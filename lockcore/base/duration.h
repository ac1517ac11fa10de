// SPDX-License-Identifier: MIT
// Durations as people write them: `300ms`, `30s`, `5m`, `2h`, `1d`, `1.5s`.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"

namespace lockcore {

/// A number and a unit, both required, no sign, at most 10 years. Error: Refused, with a sentence that names the text.
Result<Milliseconds> parseDuration(std::string_view text);

/// Locale-free, rounded for reading: `0.8 s`, `27.1 s`, `3 m 12 s`, `41 m`, `2 h 05 m`, `3 d 4 h`.
std::string durationText(Milliseconds duration);

} // namespace lockcore

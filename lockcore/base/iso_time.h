// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/base/clock.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// `2026-11-21T12:00:00.000Z`
std::string isoTime(ServerTime time);

/// The inverse, and with other zones: `2026-11-21T13:00:00+01:00`, `+0100` or `+01`, with a blank for the T or before the zone, with small letters,
/// with any number of fractional digits behind a point or a comma, or none, without separators, and as Ruby, Java and Go print it: `UTC`, `Z[UTC]`,
/// `+0000 UTC`. Nothing without a zone: whose time it is would be a guess.
std::optional<ServerTime> timeFromIso(std::string_view text);

} // namespace lockcore

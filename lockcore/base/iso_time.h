// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/base/clock.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// `2026-11-21T12:00:00.000Z`
std::string isoTime(ServerTime time);

/// The inverse. It also reads other zones (`2026-11-21T13:00:00+01:00`, `+0100`, `+01`); a blank instead of the T or before the zone; small
/// letters; any number of fractional digits, or none, after a point or a comma; times without separators; and the forms of Ruby, Java and
/// Go (`UTC`, `Z[UTC]`, `+0000 UTC`). nullopt for a time without a zone: the zone would be a guess.
std::optional<ServerTime> timeFromIso(std::string_view text);

} // namespace lockcore

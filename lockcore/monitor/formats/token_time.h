// SPDX-License-Identifier: MIT
// When an owner's token was drawn, where the token says so by its own standard. Pure; any thread.
#pragma once

#include "lockcore/base/clock.h"

#include <optional>
#include <string_view>

namespace lockcore {

/// The time in a UUID of version 1 or 7 (RFC 9562; with or without dashes, version 1 also in base64), a ULID (48 bits of milliseconds in
/// Crockford's base 32) or a KSUID (32 bits of seconds since 2014-05-13T16:53:20Z in base 62) that is the owner, or a part of it between
/// bytes that are neither letters nor digits. It is the time of the client's clock: good for reading, not for an order. Nothing if the time
/// is not between a year before and a day after `now`: then random text only looks like such a token.
std::optional<ServerTime> tokenTime(std::string_view owner, ServerTime now);

} // namespace lockcore

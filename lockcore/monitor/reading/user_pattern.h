// SPDX-License-Identifier: MIT
// A user's own pattern: a row of the formats, written in one line. Pure; any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/formats/format_row.h"

namespace lockcore {

using UserPattern = FormatRow;

/// `GLOB`, or `GLOB,type=string|hash|zset,value=owner|anonymous|timestamp`: a lock of an unknown library with confidence 3, because the user says
/// that it is a lock. Without a type, the key is a string, a hash or a sorted set. Error: Refused.
Result<UserPattern> parseUserPattern(std::string_view text);

/// Chooses between what the formats recognised and what the user declares: a known library with confidence 3 or more takes precedence.
LockMatch withPattern(std::optional<LockMatch> recognised, LockMatch declared, const UserPattern &pattern);

} // namespace lockcore

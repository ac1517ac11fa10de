// SPDX-License-Identifier: MIT
// Does a value say the same as before, but for how often and when? Pure.
#pragma once

#include "lockcore/monitor/model/look.h"

namespace lockcore {

/// Of a JSON object or a hash: the same fields, and others than numbers and times are unchanged. Of a sorted set or a set: always, since members
/// come and go. Of any other text: the same.
bool isSameRecord(const Value &before, const Value &now);

/// A JSON object or a hash with all that was in the one before, and perhaps more, but nothing that says that it was given up.
bool hasOnlyMoreFields(const Value &now, const Value &before);

} // namespace lockcore

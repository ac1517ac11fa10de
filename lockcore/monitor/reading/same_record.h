// SPDX-License-Identifier: MIT
// Does a record still say what it said before? Pure.
#pragma once

#include "lockcore/monitor/model/look.h"

namespace lockcore {

/// A JSON object or a hash with all that was in the one before, and perhaps more, but nothing that says that it was given up.
bool hasOnlyMoreFields(const Value &now, const Value &before);

/// Does the fencing token that a record names differ from the one before? Then its owner has acquired the lock again.
bool hasAnotherFence(const Value &now, const Value &before);

/// A JSON object or a hash whose field for `owner`, or one of that name, is as it was, and nothing that says that it was given up.
bool stillNames(const Value &now, const Value &before, const Bytes &owner);

} // namespace lockcore

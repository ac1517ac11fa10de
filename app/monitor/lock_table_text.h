// SPDX-License-Identifier: MIT
// Locks as a table for a terminal.
#pragma once

#include "app/command/text_columns.h"
#include "ui/export/lock_pointers.h"

namespace lockscope {

/// A header line and one line per lock, in the given order. On a terminal, the columns that matter least are dropped first if
/// the names have too little room. No line is wider than the terminal.
QString lockTableText(const LockPointers &locks, lockcore::ServerTime now, const TextStyle &style);

} // namespace lockscope

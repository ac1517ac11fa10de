// SPDX-License-Identifier: MIT
// Locks as a table for a terminal.
#pragma once

#include "app/text_columns.h"
#include "monitor/lock.h"

#include <vector>

namespace lockscope {

/// A headline and a line for each lock, in the order given. On a terminal the columns that matter least go first when the
/// names would get too little room, and no line is longer than it is wide.
QString lockTableText(const std::vector<lockcore::LockInfo> &locks, lockcore::ServerTime now, const TextStyle &style);

} // namespace lockscope

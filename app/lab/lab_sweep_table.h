// SPDX-License-Identifier: MIT
// The table of a sweep: a row for each place, a column for each fault. Pure; any thread.
#pragma once

#include "app/lab/lab_sweep_output.h"

namespace lockscope {

/// The rows with a given lease, or those with the library's own lease. Empty if there are none. At most as wide as the terminal, or 80
/// columns.
QString sweepTable(const SweepResult &sweep, bool givesLease, const TextStyle &style);

} // namespace lockscope

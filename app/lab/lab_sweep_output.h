// SPDX-License-Identifier: MIT
// What `lockscope lab --sweep` prints: a table, the problems found, and where the runs are. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/runs/sweep_result.h"

namespace lockscope {

QString sweepText(const SweepResult &sweep, const TextStyle &style);
QByteArray sweepJson(const SweepResult &sweep);

/// Violated has priority over not complete. Violated: in some cell, a property that must hold or is promised does not hold.
int exitCodeOf(const SweepResult &sweep);

} // namespace lockscope

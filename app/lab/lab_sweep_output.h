// SPDX-License-Identifier: MIT
// What `lockscope lab --sweep` prints: a table, what is wrong in it, and where the runs are. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/runs/sweep_result.h"

namespace lockscope {

QString sweepText(const SweepResult &sweep, const TextStyle &style);
QByteArray sweepJson(const SweepResult &sweep);

/// Violated before not complete: something that must hold, or is promised, is violated in a cell.
int exitCodeOf(const SweepResult &sweep);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Words for the figures of a run, for the window, the terminal and pages. Any thread.
#pragma once

#include "lockcore/report/run_figures.h"

#include <QString>

namespace lockscope {

/// What it costs that waiters ask again and again: `24.6 commands for each of 8 hand-overs`; empty: no lock changed hands, or
/// the commands are not known.
QString handOverText(const lockcore::RunFigures &figures);

} // namespace lockscope

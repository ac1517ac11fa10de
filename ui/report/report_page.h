// SPDX-License-Identifier: MIT
// A run as one page for mail or presentation: no script, no external resources, no home directories. Light or dark as the reader prefers.
// Pure, except that it reads the name of the home directory; any thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/run_report.h"

#include <QByteArray>

namespace lockscope {

inline constexpr qsizetype mostReportBytes = 1'000'000;

/// UTF-8, at most mostReportBytes: content beyond the limit is left out, and the page says so. `lanes` must be of the report's history and
/// verdicts.
QByteArray reportPage(const RunReport &report, const lockcore::Lanes &lanes);

} // namespace lockscope

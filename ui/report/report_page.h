// SPDX-License-Identifier: MIT
// A run as one page to mail or to show: no script, nothing from outside, no home directories. Light and dark as the reader prefers.
// Pure, but for the name of the home directory; any thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/run_report.h"

#include <QByteArray>

namespace lockscope {

inline constexpr qsizetype mostReportBytes = 5'000'000;

/// UTF-8, at most mostReportBytes: what does not fit is left out, and the page says so. `lanes`: of its history and verdicts.
QByteArray reportPage(const RunReport &report, const lockcore::Lanes &lanes);

} // namespace lockscope

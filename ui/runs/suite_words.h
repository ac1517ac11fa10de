// SPDX-License-Identifier: MIT
// The texts of a suite, for the table in the terminal and the one in the window. Pure; any thread.
#pragma once

#include "ui/report/lab_result.h"

namespace lockscope {

QString howText(const LabResult &result);    ///< `as expected`, `inconclusive`, `skipped`, `could not be played`
QString brokenText(const LabResult &result); ///< `ownership violated (R1), lease outlived (L1)`; empty: nothing

QString latencyCell(const std::vector<lockcore::Microseconds> &times); ///< `3.9/1807`: p50 and p99, ms
QString latenciesText(const lockcore::RunFigures &figures);            ///< `wait for the lock p50 …; wake-up p50 …`; empty without any

// About all results together. Some may be missing.
QString subjectText(const std::vector<LabResult> &results); ///< `redis-py 4.3.4 on redis 7.0.15`; empty: nothing was played
QString summaryText(const std::vector<LabResult> &results); ///< `Scenarios: 70 (68 as expected, 2 inconclusive)`
lockcore::RunFigures figuresOfAll(const std::vector<LabResult> &results);

} // namespace lockscope

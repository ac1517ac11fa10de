// SPDX-License-Identifier: MIT
// The table that `lockscope lab --suite` prints. Pure; any thread.
#pragma once

#include "app/lab/lab_output.h"

namespace lockscope {

int nameColumnsOf(const std::vector<lockcore::Scenario> &scenarios);
QString suiteHead(int nameColumns, const TextStyle &style);
QString suiteLine(const LabResult &result, int nameColumns,
                  const TextStyle &style); ///< one row, and below it what was violated, with the sentences and the run's folder
QString suiteFoot(const std::vector<LabResult> &results, const TextStyle &style); ///< a summary: how many of each result

} // namespace lockscope

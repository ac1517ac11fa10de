// SPDX-License-Identifier: MIT
// The table that `lockscope lab --suite` prints. Pure; any thread.
#pragma once

#include "app/lab/lab_output.h"

namespace lockscope {

int nameColumnsOf(const std::vector<lockcore::Scenario> &scenarios);
QString suiteHead(int nameColumns, const TextStyle &style);
QString suiteLine(const LabResult &result, int nameColumns, const TextStyle &style); ///< a row, and what broke below it
QString suiteFoot(const std::vector<LabResult> &results, const TextStyle &style);    ///< what was played, and how it ended

} // namespace lockscope

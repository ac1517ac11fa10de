// SPDX-License-Identifier: MIT
// What `lockscope lab` prints: verdicts with their proof, the list of scenarios. Pure; any thread.
#pragma once

#include "app/text_columns.h"
#include "ui/report/lab_result.h"

namespace lockscope {

int exitCodeOf(const LabResult &result);
int gravestExitCode(const std::vector<LabResult> &results); ///< violated weighs more than inconclusive

QString verdictsText(const std::vector<lockcore::Verdict> &verdicts, const lockcore::Scenario *expected, const TextStyle &style);
QString resultText(const LabResult &result, const TextStyle &style);
QString scenariosText(const std::vector<lockcore::Scenario> &scenarios, const TextStyle &style);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// What `lockscope lab` prints: verdicts with their proof, the list of scenarios. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/report/lab_result.h"

namespace lockscope {

int exitCodeOf(const lockcore::Error &error); ///< of a run, a sweep or a hunt
int exitCodeOf(const LabResult &result);
int gravestExitCode(const std::vector<LabResult> &results); ///< no server, violated, wrong usage, inconclusive: in this order

enum class Expects { No, Yes }; ///< are the verdicts compared with what the scenario expects?

/// `scenario`: what it names has a line even if it was not put to the test; may be null.
QString verdictsText(const std::vector<lockcore::Verdict> &verdicts, const lockcore::Scenario *scenario, Expects expects,
                     const TextStyle &style);
QString resultText(const LabResult &result, const TextStyle &style);
QString scenariosText(const std::vector<lockcore::Scenario> &scenarios, const TextStyle &style);

} // namespace lockscope

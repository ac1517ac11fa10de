// SPDX-License-Identifier: MIT
// What `lockscope lab` prints: verdicts with their proof, and the list of scenarios. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/report/lab_result.h"
#include "ui/report/verdict_words.h"

namespace lockscope {

int exitCodeOf(const lockcore::Error &error); ///< for an error that ended a run, a sweep or a hunt
int exitCodeOf(const LabResult &result);
int gravestExitCode(const std::vector<LabResult> &results); ///< gravest first: no server, violated, wrong usage, inconclusive

QString toneColour(VerdictTone tone); ///< the code for coloured()

enum class Expects { No, Yes }; ///< whether the verdicts are compared with the expectations of the scenario

/// `scenario` may be null. Each property that it names gets a line, even if the run did not test it.
QString verdictsText(const std::vector<lockcore::Verdict> &verdicts, const lockcore::Scenario *scenario, Expects expects,
                     const TextStyle &style);
QString resultText(const LabResult &result, const TextStyle &style);
/// With a store: what cannot be played on it, and why, in place of the title.
QString scenariosText(const std::vector<lockcore::Scenario> &scenarios, std::optional<lockcore::Store> store, const TextStyle &style);

} // namespace lockscope

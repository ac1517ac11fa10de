// SPDX-License-Identifier: MIT
// What `lockscope lab` prints: verdicts with their proof, the list of scenarios. Pure; any thread.
#pragma once

#include "app/text_columns.h"
#include "lockcore/base/error.h"
#include "lockcore/lab/assessment.h"
#include "lockcore/report/run_figures.h"

namespace lockscope {

/// One scenario, played or not.
struct LabResult
{
    lockcore::Scenario scenario; ///< without a name: the history of an earlier run was judged
    bool expects = true;         ///< the scenario's own protocol was played; else only what must hold counts
    std::vector<lockcore::Verdict> verdicts;
    std::vector<std::string> skips; ///< capabilities that the workers lack: then nothing was played
    lockcore::Premises premises;
    std::vector<lockcore::Condition> unmet; ///< that did not come
    std::string disagreement;               ///< of the two judges; empty
    std::string library, server;            ///< with their versions
    std::uint64_t seed = 0;
    std::size_t entries = 0; ///< of the history
    lockcore::RunFigures figures;
    lockcore::Milliseconds took{0};
    QString replayOf;                     ///< name of the folder of the run that was played again; empty
    QString folder;                       ///< of the run; empty: none
    std::optional<lockcore::Error> error; ///< it could not be played, or a worker broke a rule
};

lockcore::Match matchOf(const LabResult &result); ///< not of a skipped one
int exitCodeOf(const LabResult &result);
int gravestExitCode(const std::vector<LabResult> &results); ///< violated weighs more than inconclusive
bool informs(const LabResult &result);                      ///< what would befall every lock is no fault of a library
QString skipText(const LabResult &result);                  ///< `skipped: the library has no fair`
QString unmetText(const LabResult &result);                 ///< `did not happen: A dead`; of a run that its limit cut off
QString matchText(const LabResult &result);                 ///< `as expected`, `violated`

QString latenciesText(const lockcore::RunFigures &figures); ///< `wait for the lock p50 …; wake-up p50 …`; empty without any
QString verdictsText(const std::vector<lockcore::Verdict> &verdicts, const lockcore::Scenario *expected, const TextStyle &style);
QString resultText(const LabResult &result, const TextStyle &style);
QString scenariosText(const std::vector<lockcore::Scenario> &scenarios, const TextStyle &style);

} // namespace lockscope

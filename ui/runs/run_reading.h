// SPDX-License-Identifier: MIT
// Reads the folder of a run, which may be somebody else's: nothing outside of it is read, what is read is bounded, and a damaged file
// gives one sentence that names it and the line. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "ui/report/lab_result.h"
#include "ui/report/run_report.h"

namespace lockscope {

/// What is needed to play a run again.
struct KeptRun
{
    lockcore::Scenario scenario; ///< under the name that it had
    std::uint64_t seed = 0;
    bool external = false; ///< the workers were somebody's own
    bool byHand = false;   ///< a person acted, which is in no scenario
};

/// Error: Refused.
lockcore::Result<KeptRun> readRun(const QString &folder);

/// The run as it was, judged again by both judges from its history, unless an error had ended it early. Error: Refused.
lockcore::Result<RunReport> readRunReport(const QString &folder);

struct JudgedFile
{
    LabResult result;   ///< of its scenario nothing is known
    std::string damage; ///< a sentence that names file and line; empty: there is none
};

/// The verdicts of both judges on the history in this file. Error: Refused.
lockcore::Result<JudgedFile> judgedFile(const QString &file);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Reads the folder of a run, which may come from somebody else: it reads nothing outside the folder, its reads are bounded, and for a
// damaged file it returns one sentence that names the file and the line. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "ui/report/lab_result.h"
#include "ui/report/run_report.h"

namespace lockscope {

/// The data for playing a run again.
struct KeptRun
{
    lockcore::Scenario scenario; ///< under its original name
    std::uint64_t seed = 0;
    bool external = false; ///< the user's own workers took part
    bool byHand = false;   ///< a user acted in the run; these actions are in no scenario
};

/// Error: Refused.
lockcore::Result<KeptRun> readRun(const QString &folder);

/// The run with its history, judged again by both judges unless an error had ended it early. Error: Refused.
lockcore::Result<RunReport> readRunReport(const QString &folder);

struct JudgedFile
{
    LabResult result;   ///< its scenario is unknown
    std::string damage; ///< a sentence that names file and line; empty: no damage
};

/// The verdicts of both judges on the history in this file. Error: Refused.
lockcore::Result<JudgedFile> judgedFile(const QString &file);

} // namespace lockscope

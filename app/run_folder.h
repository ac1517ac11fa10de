// SPDX-License-Identifier: MIT
// The folder that each run of the Lab leaves: scenario.json, history.jsonl (with the seed), verdict.json, timeline.svg, report.html, and
// under sources/ the files that the workers named. Opening one never reads outside of it. Any thread.
#pragma once

#include "app/lab_output.h"
#include "lockcore/base/result.h"
#include "ui/report/run_report.h"

namespace lockscope {

QString usualRuns(); ///< where runs are kept unless somebody says otherwise

/// A new, empty folder. Two runs of the same name have two folders. Error: Refused.
lockcore::Result<QString> newRunFolder(const QString &runs, const QString &name);

QString historyFileIn(const QString &folder);

/// Everything but the history, which the run itself has written. `scenario`: the bytes of its file. Error: Refused.
lockcore::Result<void> keepRun(const QString &folder, const LabResult &result, const RunReport &report, const QByteArray &scenario);

/// What is needed to play a run again.
struct KeptRun
{
    lockcore::Scenario scenario; ///< under the name that it had
    std::uint64_t seed = 0;
    bool external = false; ///< the workers were somebody's own
};

/// Error: Refused, with a sentence that names the file.
lockcore::Result<KeptRun> readRun(const QString &folder);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The folder that each run of the Lab leaves: scenario.json, history.jsonl (with the seed), verdict.json, timeline.svg, report.html, and
// under sources/ the files that the workers named. Opening one never reads outside of it. Any thread.
#pragma once

#include "app/lab_output.h"
#include "lockcore/base/result.h"
#include "lockcore/judge/history.h"

namespace lockscope {

/// A new, empty folder: `runs`/`name`, or with a number behind it, as two runs of the same name have two folders. `runs` empty: the
/// usual place. Error: Refused.
lockcore::Result<QString> newRunFolder(const QString &runs, const QString &name);

QString historyFileIn(const QString &folder);

/// Everything but the history, which the run itself has written, into the folder of the result. `scenario`: the bytes of its file.
/// `command`: of the workers; empty: built-in ones. Error: Refused.
lockcore::Result<void> keepRun(const LabResult &result, const lockcore::History &history, const QByteArray &scenario,
                               const std::vector<std::string> &command);

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

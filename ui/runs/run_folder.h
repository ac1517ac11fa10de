// SPDX-License-Identifier: MIT
// The folder of a run of the Lab: scenario.json, history.jsonl (with the seed), verdict.json, timeline.svg, report.html, and under sources/
// the files that the workers named. It is read by run_reading.h. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/report/lanes.h"
#include "ui/report/lab_result.h"
#include "ui/report/run_report.h"

namespace lockscope {

QString usualRuns(); ///< the default place for folders of runs; may not exist

/// Creates an empty folder: `runs`/`name`, with a number appended if the name is taken. Empty `runs`: the usual place. Error: Refused.
lockcore::Result<QString> newRunFolder(const QString &runs, const QString &name);

QString historyFileIn(const QString &folder);

/// Nothing was played: removes the folder of the result if only the history was begun there.
void dropFolder(LabResult &result);

/// Whether the name is valid for a folder: letters, digits, `.`, `_` and `-`.
bool isRunName(const std::string &name);

/// Writes all files except the history, which the run itself has written, to the folder of the result. `lanes` must be of its history and
/// verdicts; `scenario`: the bytes of its file. Error: Refused.
lockcore::Result<void> keepRun(const RunReport &report, const lockcore::Lanes &lanes, const QByteArray &scenario);

} // namespace lockscope

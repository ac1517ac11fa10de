// SPDX-License-Identifier: MIT
// The folder that each run of the Lab leaves: scenario.json, history.jsonl (with the seed), verdict.json, timeline.svg, report.html, and
// under sources/ the files that the workers named. Reading one: run_reading.h. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/report/lanes.h"
#include "ui/report/lab_result.h"
#include "ui/report/run_report.h"

namespace lockscope {

QString usualRuns(); ///< where folders of runs are, unless another place was asked for; need not exist

/// A new, empty folder: `runs`/`name`, or with a number behind it, as two runs of the same name have two folders. `runs` empty: the
/// usual place. Error: Refused.
lockcore::Result<QString> newRunFolder(const QString &runs, const QString &name);

QString historyFileIn(const QString &folder);

/// Nothing was played: its folder goes, if only the history was begun there.
void dropFolder(LabResult &result);

/// It may name a folder: letters, digits, `.`, `_` and `-`.
bool isRunName(const std::string &name);

/// Everything but the history, which the run itself has written, into the folder of the result. `lanes`: of its history and verdicts;
/// `scenario`: the bytes of its file. Error: Refused.
lockcore::Result<void> keepRun(const RunReport &report, const lockcore::Lanes &lanes, const QByteArray &scenario);

} // namespace lockscope

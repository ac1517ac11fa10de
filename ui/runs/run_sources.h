// SPDX-License-Identifier: MIT
// The source files that workers name in `at`, read once after the run. For an external worker, only files below the folder of its program
// are read; for Lockscope's own workers, the protocols' sources in the binary. Any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "ui/report/run_report.h"

namespace lockscope {

/// The folder of the script in this command (its first argument that is a file), else of its program if that has a path. Empty: neither
/// exists.
QString ownFolderOf(const std::vector<std::string> &command);

/// Text files, not hidden, at most 512 KiB each; at most 32 files and 2 MiB in total. Empty `command`: built-in workers.
std::vector<ReportSource> sourcesOf(const lockcore::History &history, const std::vector<std::string> &command);

/// The sources in the folder of a stored run, within the same bounds.
std::vector<ReportSource> keptSources(const QString &folder, const lockcore::History &history);

/// File and SHA-256 of the tested source, for the first line of the history: the source of the protocol, or the script in the command.
/// Empty if it is not known.
std::vector<std::pair<std::string, std::string>> sourceHashes(const std::string &protocol, const std::vector<std::string> &command);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The source files that workers name in `at`, read once when the run is over. Of a worker of somebody's own only files under the folder
// of its program are read, of Lockscope's own workers the protocols' sources that the binary contains. Any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "ui/report/run_report.h"

namespace lockscope {

/// The folder of the script in this command (its first argument that is a file), else of its program if that is given with a path.
/// Empty: there is neither.
QString ownFolderOf(const std::vector<std::string> &command);

/// Text files, not hidden, at most 512 KiB each; 32 files and 2 MiB in all. Empty `command`: built-in workers.
std::vector<ReportSource> sourcesOf(const lockcore::History &history, const std::vector<std::string> &command);

/// Those that a kept run has in its folder, within the same bounds.
std::vector<ReportSource> keptSources(const QString &folder, const lockcore::History &history);

/// File and SHA-256 of the source that is put to the test, for the first line of the history: of the protocol, or of the script in the
/// command. Empty if it is not known.
std::vector<std::pair<std::string, std::string>> sourceHashes(const std::string &protocol, const std::vector<std::string> &command);

} // namespace lockscope

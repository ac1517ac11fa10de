// SPDX-License-Identifier: MIT
// The release log as files: one object or line for each attempt, independent of the locale. Bytes as in lock_json.h and lock_csv.h.
#pragma once

#include "lockcore/monitor/release/release_log.h"

#include <QByteArray>

namespace lockscope {

QByteArray releaseLogAsJson(const std::vector<lockcore::ReleaseLogEntry> &entries); ///< the lines of the audit file
QByteArray releaseLogAsCsv(const std::vector<lockcore::ReleaseLogEntry> &entries);

} // namespace lockscope

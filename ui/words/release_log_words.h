// SPDX-License-Identifier: MIT
// An attempt in the release log, as text for people.
#pragma once

#include "lockcore/monitor/release/release_log.h"

#include <QString>

namespace lockscope {

QString outcomeWord(const lockcore::ReleaseLogEntry &entry);       ///< "released", "never answered"
QString releasedOwners(const lockcore::ReleaseLogEntry &entry);    ///< "9f3ac21e…:17", "all"
QString releaseLogDetails(const lockcore::ReleaseLogEntry &entry); ///< line by line: what was seen, and what came of it

} // namespace lockscope

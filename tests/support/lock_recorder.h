// SPDX-License-Identifier: MIT
// Records the calls and outputs of a Monitor's LockTable in a file (see recorded_table.h).
#pragma once

#include "lockcore/monitor/watch/monitor_options.h"

#include <QString>

namespace lockcore::test {

/// Makes the Monitor with these options write a recording to this file, which is complete when the Monitor ends. `db`: the database that it
/// watches; `what`: one line that describes the recording. If the file cannot be written, the program ends.
void record(MonitorOptions &options, const QString &file, int db, const std::string &what);

/// If the environment variable LOCK_RECORDINGS names a folder: records into a new file there, named after the test. (If LOCK_RECORDER names
/// the program record_locks, a RedisServer does the same with that program.)
void recordIfAsked(MonitorOptions &options, int db);

} // namespace lockcore::test

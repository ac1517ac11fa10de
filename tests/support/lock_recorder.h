// SPDX-License-Identifier: MIT
// Records what a Monitor's LockTable is asked and answers, into a file (see recorded_table.h).
#pragma once

#include "lockcore/monitor/watch/monitor_options.h"

#include <QString>

namespace lockcore::test {

/// The Monitor with these options writes a recording to this file, which becomes complete when the Monitor ends. `db`: that it watches; `what`:
/// one line. If the file cannot be written, the program ends.
void record(MonitorOptions &options, const QString &file, int db, const std::string &what);

/// If LOCK_RECORDINGS in the environment names a folder: into a new file there that has the test's name. (A
/// RedisServer does the same by the program record_locks, if LOCK_RECORDER names it.)
void recordIfAsked(MonitorOptions &options, int db);

} // namespace lockcore::test

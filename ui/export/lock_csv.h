// SPDX-License-Identifier: MIT
// Locks and events as CSV with a header line, independent of the locale. One line per lock. Keys and owners are escaped (their
// exact bytes are in the JSON); several owners are separated by blanks.
#pragma once

#include "lockcore/monitor/model/event.h"
#include "ui/export/lock_pointers.h"

#include <QByteArray>

#include <vector>

namespace lockscope {

QByteArray locksAsCsv(const LockPointers &locks, lockcore::ServerTime now);
QByteArray eventsAsCsv(const std::vector<lockcore::LockEvent> &events);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Locks and events as CSV with a line of names above, free of any locale. A line for each lock; keys and owners stand
// escaped (their exact bytes are in the JSON), several owners with a blank between them.
#pragma once

#include "monitor/event.h"

#include <QByteArray>

#include <vector>

namespace lockscope {

QByteArray locksAsCsv(const std::vector<lockcore::LockInfo> &locks, lockcore::ServerTime now);
QByteArray eventsAsCsv(const std::vector<lockcore::LockEvent> &events);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// Locks and events as JSON, independent of the locale. UTF-8 bytes are written as they are; other bytes are written escaped,
// with the exact bytes in `…_base64`.
#pragma once

#include "lockcore/monitor/model/event.h"
#include "ui/export/lock_pointers.h"

#include <QByteArray>
#include <QJsonObject>

#include <vector>

namespace lockscope {

QByteArray compact(const QJsonObject &object); ///< on one line, without a line end

/// An array with one line per lock: `list --json`, and the window's export.
QByteArray locksAsJson(const LockPointers &locks, lockcore::ServerTime now);
QByteArray jsonLine(const lockcore::LockEvent &event);
QByteArray eventsAsJson(const std::vector<lockcore::LockEvent> &events); ///< one object per line: `watch --json`

} // namespace lockscope

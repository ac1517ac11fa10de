// SPDX-License-Identifier: MIT
// Locks and events as JSON, free of any locale. Bytes that are UTF-8 stand as they are; others stand escaped, with the
// exact bytes beside them in `…_base64`.
#pragma once

#include "monitor/event.h"

#include <QByteArray>
#include <QJsonObject>

#include <vector>

namespace lockscope {

QJsonObject toJson(const lockcore::LockInfo &lock, lockcore::ServerTime now);
QJsonObject toJson(const lockcore::LockEvent &event);

/// As `name`, and where it is not UTF-8 the exact bytes as `name_base64`.
void insertBytes(QJsonObject &object, const QString &name, const lockcore::Bytes &bytes);

QByteArray compact(const QJsonObject &object); ///< in one line, without its end

/// An array with a line for each lock: `list --json`, and the window's export.
QByteArray locksAsJson(const std::vector<lockcore::LockInfo> &locks, lockcore::ServerTime now);
QByteArray eventsAsJson(const std::vector<lockcore::LockEvent> &events); ///< an object in each line: `watch --json`

// What CSV says in the same way.
QString timeOf(const lockcore::LockEvent &event); ///< ISO 8601 with milliseconds, UTC

} // namespace lockscope

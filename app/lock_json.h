// SPDX-License-Identifier: MIT
// Locks and events as JSON, free of any locale. Bytes that are UTF-8 stand as they are; others stand escaped, with the
// exact bytes beside them in `…_base64`.
#pragma once

#include "monitor/event.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope {

QJsonObject toJson(const lockcore::LockInfo &lock, lockcore::ServerTime now);
QJsonObject toJson(const lockcore::LockEvent &event);

/// As `name`, and where it is not UTF-8 the exact bytes as `name_base64`.
void insertBytes(QJsonObject &object, const QString &name, const lockcore::Bytes &bytes);

QByteArray compact(const QJsonObject &object); ///< in one line, without its end

} // namespace lockscope

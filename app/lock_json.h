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

QByteArray compact(const QJsonObject &object); ///< in one line, without its end

} // namespace lockscope

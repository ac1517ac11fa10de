// SPDX-License-Identifier: MIT
// Bytes of a server in JSON: text as it is; other bytes escaped, for people, with a member NAME_base64 that is exact. Pure; any thread.
#pragma once

#include "lockcore/base/bytes.h"

#include <QString>

class QJsonObject;

namespace lockcore {

void insertBytes(QJsonObject &object, const QString &name, const Bytes &bytes);

/// The exact bytes, if they are there; empty: there is no such member, or it is no string.
Bytes bytesIn(const QJsonObject &object, const QString &name);

} // namespace lockcore

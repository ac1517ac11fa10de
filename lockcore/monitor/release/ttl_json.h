// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"

#include <QJsonObject>

namespace lockcore {

/// Inserts `ttl_ms`, which is null without a deadline; and `ttl_at_least` if the value is only a lower bound.
void insertTtl(QJsonObject &object, const KeySnapshot &look);

} // namespace lockcore

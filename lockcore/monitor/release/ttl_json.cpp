// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/ttl_json.h"

#include "lockcore/monitor/model/lock.h"

namespace lockcore {

using namespace Qt::StringLiterals;

void insertTtl(QJsonObject &object, const KeySnapshot &look)
{
    const auto left = timeLeft(look.deadline, look.at);
    if (left && isLeast(*left, look.at))
        object.insert(u"ttl_at_least"_s, true);
    object.insert(u"ttl_ms"_s, left ? QJsonValue(static_cast<qint64>(left->count())) : QJsonValue());
}

} // namespace lockcore

// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope {

/// With nothing in it that a terminal obeys; the same JSON.
QByteArray shownJson(const QJsonObject &object, QJsonDocument::JsonFormat format);

} // namespace lockscope

// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope {

/// The same JSON, with all characters escaped that a terminal would interpret.
QByteArray shownJson(const QJsonObject &object, QJsonDocument::JsonFormat format);

} // namespace lockscope

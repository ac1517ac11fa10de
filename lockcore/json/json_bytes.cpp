// SPDX-License-Identifier: MIT
#include "lockcore/json/json_bytes.h"

#include <QJsonObject>

namespace lockcore {

using namespace Qt::Literals::StringLiterals;

void insertBytes(QJsonObject &object, const QString &name, const Bytes &bytes)
{
    const bool plain = isUtf8(bytes);
    object.insert(name, QString::fromStdString(plain ? bytes : escaped(bytes)));
    if (!plain)
        object.insert(name + u"_base64"_s, QString::fromStdString(toBase64(bytes)));
}

Bytes bytesIn(const QJsonObject &object, const QString &name)
{
    const auto exact = object.value(name + u"_base64"_s).toString();
    return exact.isEmpty() ? object.value(name).toString().toStdString() : QByteArray::fromBase64(exact.toLatin1()).toStdString();
}

} // namespace lockcore

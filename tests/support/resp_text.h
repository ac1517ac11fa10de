// SPDX-License-Identifier: MIT
// Encodes a reply as a server writes it: for a fake server that passes on a real server's answer.
#pragma once

#include "lockcore/base/reply.h"

#include <QByteArray>

namespace lockcore::test {

inline QByteArray encoded(const Reply &reply)
{
    const auto text = QByteArray::fromStdString(reply.text);
    switch (reply.type) {
    case Reply::Type::Nil: return "$-1\r\n";
    case Reply::Type::Status: return '+' + text + "\r\n";
    case Reply::Type::Error: return '-' + text + "\r\n";
    case Reply::Type::Integer: return ':' + QByteArray::number(static_cast<qint64>(reply.integer)) + "\r\n";
    case Reply::Type::Bulk: return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n";
    case Reply::Type::Array: break;
    }
    QByteArray all = '*' + QByteArray::number(static_cast<qsizetype>(reply.elements.size())) + "\r\n";
    for (const auto &element : reply.elements)
        all += encoded(element);
    return all;
}

} // namespace lockcore::test

// SPDX-License-Identifier: MIT
#include "lockcore/redis/script.h"

#include <QCryptographicHash>

namespace lockcore {

Script::Script(std::string text)
    : source(std::move(text))
    , sha1(QCryptographicHash::hash(QByteArrayView(source), QCryptographicHash::Sha1).toHex().toStdString())
{ }

} // namespace lockcore

// SPDX-License-Identifier: MIT
#include "ui/words/json_text.h"

#include "lockcore/base/shown_json.h"

namespace lockscope {

QByteArray shownJson(const QJsonObject &object, QJsonDocument::JsonFormat format)
{
    const auto json = QJsonDocument(object).toJson(format);
    return QByteArray::fromStdString(lockcore::shownJson({json.data(), static_cast<std::size_t>(json.size())}));
}

} // namespace lockscope

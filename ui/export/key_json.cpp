// SPDX-License-Identifier: MIT
#include "ui/export/key_json.h"

#include "lockcore/json/json_bytes.h"
#include "ui/export/lock_json.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::KeyFinding;

namespace {

QJsonObject plainKey(const KeyFinding &finding)
{
    QJsonObject object{{u"db"_s, finding.lock.id.db}};
    lockcore::insertBytes(object, u"key"_s, finding.lock.id.key);
    if (finding.what == KeyFinding::What::Missing || finding.what == KeyFinding::What::Unread)
        return object;
    const auto left = lockcore::timeLeft(finding.lock, finding.at);
    object.insert(u"ttl_ms"_s, left ? QJsonValue(static_cast<qint64>(std::max<std::int64_t>(0, left->count()))) : QJsonValue());
    QJsonArray why;
    for (const auto &reason : finding.lock.why)
        why.append(QString::fromStdString(reason));
    object.insert(u"why"_s, why);
    return object;
}

} // namespace

QByteArray keyAsJson(const KeyFinding &finding)
{
    const bool isLock = finding.what == KeyFinding::What::Lock;
    auto object = isLock ? QJsonDocument::fromJson(locksAsJson({&finding.lock}, finding.at)).array().at(0).toObject() : plainKey(finding);
    const auto what = toString(finding.what);
    object.insert(u"what"_s, QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size())));
    if (!finding.type.empty())
        object.insert(u"type"_s, QString::fromStdString(finding.type));
    if (finding.what == KeyFinding::What::PartOf)
        lockcore::insertBytes(object, u"part_of"_s, finding.partOf);
    if (finding.error)
        object.insert(u"error"_s, QString::fromStdString(finding.error->text.empty() ? finding.error->detail : finding.error->text));
    return compact(object) + '\n';
}

} // namespace lockscope

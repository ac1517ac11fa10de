// SPDX-License-Identifier: MIT
#include "ui/export/lock_json.h"

#include "lockcore/base/shown_json.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Bytes;
using lockcore::LockEvent;
using lockcore::LockInfo;
using lockcore::Milliseconds;
using lockcore::ServerTime;
using lockcore::Waiters;

namespace {

QString text(std::string_view ascii) { return QString::fromUtf8(ascii.data(), static_cast<qsizetype>(ascii.size())); }

QJsonValue millisecondsJson(const std::optional<Milliseconds> &duration)
{
    return duration ? QJsonValue(static_cast<qint64>(std::max<std::int64_t>(0, duration->count()))) : QJsonValue();
}

QJsonArray holders(const LockInfo &lock)
{
    QJsonArray array;
    for (const auto &holder : lock.holders) {
        QJsonObject object{{u"count"_s, static_cast<qint64>(holder.count)}, {u"mode"_s, text(toString(holder.mode))}};
        insertBytes(object, u"owner"_s, holder.owner);
        array.append(object);
    }
    return array;
}

QJsonObject waitersObject(const Waiters &waiters)
{
    return {{u"count"_s, waiters.known() ? QJsonValue(static_cast<qint64>(waiters.count)) : QJsonValue()},
            {u"exact"_s, waiters.knowledge == Waiters::Knowledge::Exact}};
}

QJsonArray companions(const LockInfo &lock)
{
    QJsonArray array;
    for (const auto &companion : lock.companions) {
        QJsonObject object{{u"role"_s, text(companion.role)}};
        insertBytes(object, u"key"_s, companion.key);
        array.append(object);
    }
    return array;
}

QJsonArray texts(const std::vector<std::string> &lines)
{
    QJsonArray array;
    for (const auto &line : lines)
        array.append(text(line));
    return array;
}

} // namespace

QJsonObject toJson(const LockInfo &lock, ServerTime now)
{
    QJsonObject object{
        {u"db"_s, lock.id.db},
        {u"library"_s, text(lock.library)},
        {u"kind"_s, text(toString(lock.kind))},
        {u"confidence"_s, lock.confidence},
        {u"why"_s, texts(lock.why)},
        {u"holders"_s, holders(lock)},
        {u"ttl_ms"_s, millisecondsJson(timeLeft(lock, now))},
        {u"waiters"_s, waitersObject(lock.waiters)},
        {u"state"_s, text(toString(lock.state))},
        {u"companions"_s, companions(lock)},
    };
    if (lock.moreHolders > 0)
        object.insert(u"holders_not_listed"_s, static_cast<qint64>(lock.moreHolders));
    insertBytes(object, u"key"_s, lock.id.key);
    return object;
}

QJsonObject toJson(const LockEvent &event)
{
    QJsonObject object{
        {u"time"_s, timeOf(event)},
        {u"event"_s, text(toString(event.type))},
        {u"library"_s, text(event.library)},
        {u"kind"_s, text(toString(event.kind))},
        {u"count"_s, static_cast<qint64>(event.count)},
        {u"ttl_ms"_s, millisecondsJson(event.ttl)},
        {u"why"_s, text(event.why)},
    };
    if (event.coalesced)
        object.insert(u"coalesced"_s, true);
    insertBytes(object, u"key"_s, event.id.key);
    insertBytes(object, u"owner"_s, event.owner);
    return object;
}

void insertBytes(QJsonObject &object, const QString &name, const Bytes &bytes)
{
    if (lockcore::isUtf8(bytes)) {
        object.insert(name, text(bytes));
        return;
    }
    object.insert(name, text(lockcore::escaped(bytes)));
    object.insert(name + u"_base64"_s, text(lockcore::toBase64(bytes)));
}

QByteArray compact(const QJsonObject &object)
{
    const auto json = QJsonDocument(object).toJson(QJsonDocument::Compact);
    return QByteArray::fromStdString(lockcore::shownJson({json.data(), static_cast<std::size_t>(json.size())}));
}

QByteArray locksAsJson(const std::vector<LockInfo> &locks, ServerTime now)
{
    QByteArray json = "[";
    for (const auto &lock : locks)
        json += (json.size() > 1 ? ",\n " : "\n ") + compact(toJson(lock, now));
    return json + (locks.empty() ? "]\n" : "\n]\n");
}

QByteArray eventsAsJson(const std::vector<LockEvent> &events)
{
    QByteArray json;
    for (const auto &event : events)
        json += compact(toJson(event)) + '\n';
    return json;
}

QString timeOf(const LockEvent &event)
{
    const auto sinceEpoch = std::chrono::floor<Milliseconds>(event.time.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace lockscope

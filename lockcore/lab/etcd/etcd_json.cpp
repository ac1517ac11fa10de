// SPDX-License-Identifier: MIT
#include "lockcore/lab/etcd/etcd_json.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockcore {

using namespace Qt::Literals::StringLiterals;

namespace {

QString encoded(const Bytes &bytes) { return QString::fromLatin1(QByteArray::fromStdString(bytes).toBase64()); }

Bytes textOf(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString(); }

QJsonObject objectIn(const Bytes &json) { return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object(); }

// The gateway writes numbers of 64 bits as text, and leaves out what is 0.
std::optional<std::int64_t> numberOf(const QJsonValue &value)
{
    if (value.isString())
        return parseInteger(value.toString().toStdString());
    return value.isDouble() ? std::optional<std::int64_t>(value.toInteger()) : std::nullopt;
}

Bytes bytesOf(const QJsonValue &value) { return QByteArray::fromBase64(value.toString().toLatin1()).toStdString(); }

} // namespace

Bytes etcdRequest(std::string_view path, std::string_view json)
{
    Bytes request(json.empty() ? "GET " : "POST ");
    request += path;
    request +=
        " HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(json.size()) + "\r\n\r\n";
    request += json;
    return request;
}

Result<Bytes> etcdBody(const Bytes &reply)
{
    const auto head = reply.find("\r\n\r\n");
    if (head == Bytes::npos)
        return Error{ErrorKind::Transport, "etcd did not answer", "closed"};
    const auto line = reply.substr(0, reply.find("\r\n"));
    if (line.find(" 200") == Bytes::npos)
        return Error{ErrorKind::Transport, "etcd answered " + escaped(line), "status"};
    return reply.substr(head + 4);
}

Bytes endOfPrefix(Bytes prefix)
{
    while (!prefix.empty() && static_cast<unsigned char>(prefix.back()) == 0xff)
        prefix.pop_back();
    if (prefix.empty())
        return Bytes(1, '\0'); // to the end of all keys
    prefix.back() = static_cast<char>(static_cast<unsigned char>(prefix.back()) + 1);
    return prefix;
}

Bytes rangeJson(const Bytes &key) { return textOf({{u"key"_s, encoded(key)}}); }

Bytes rangeJson(const Bytes &from, const Bytes &to, int limit)
{
    return textOf({{u"key"_s, encoded(from)},
                   {u"range_end"_s, encoded(to)},
                   {u"limit"_s, limit},
                   {u"sort_target"_s, u"CREATE"_s},
                   {u"sort_order"_s, u"ASCEND"_s}});
}

Bytes deletionJson(const Bytes &from, const Bytes &to)
{
    QJsonObject object{{u"key"_s, encoded(from)}};
    if (!to.empty())
        object.insert(u"range_end"_s, encoded(to));
    return textOf(object);
}

Bytes allKeysJson()
{
    const Bytes zero(1, '\0');
    return textOf({{u"key"_s, encoded(zero)}, {u"range_end"_s, encoded(zero)}, {u"count_only"_s, true}});
}

Bytes conditionalDeletionJson(const Bytes &key, std::int64_t createRevision)
{
    const QJsonObject compare{{u"key"_s, encoded(key)},
                              {u"target"_s, u"CREATE"_s},
                              {u"result"_s, u"EQUAL"_s},
                              {u"create_revision"_s, QString::number(createRevision)}};
    const QJsonObject deletion{{u"request_delete_range"_s, QJsonObject{{u"key"_s, encoded(key)}}}};
    return textOf({{u"compare"_s, QJsonArray{compare}}, {u"success"_s, QJsonArray{deletion}}});
}

Bytes leaseJson(std::int64_t lease) { return textOf({{u"ID"_s, QString::number(lease)}}); }

std::vector<EtcdKey> keysIn(const Bytes &json)
{
    std::vector<EtcdKey> keys;
    const auto all = objectIn(json).value(u"kvs"_s).toArray();
    for (const auto &value : all) {
        const auto object = value.toObject();
        keys.push_back({bytesOf(object.value(u"key"_s)), bytesOf(object.value(u"value"_s)),
                        numberOf(object.value(u"create_revision"_s)).value_or(0), numberOf(object.value(u"lease"_s)).value_or(0)});
    }
    return keys;
}

std::optional<std::int64_t> numberIn(const Bytes &json, std::string_view name)
{
    return numberOf(objectIn(json).value(QString::fromUtf8(name.data(), qsizetype(name.size()))));
}

} // namespace lockcore

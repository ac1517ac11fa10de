// SPDX-License-Identifier: MIT
#include "ui/export/incident_json.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/json/json_bytes.h"
#include "ui/export/json_writer.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qsizetype longestLine = 64 * 1024;
constexpr double mostTimes = 1e9;

std::string text(const QJsonObject &object, const QString &name) { return object.value(name).toString().toStdString(); }

} // namespace

QByteArray jsonLine(const Incident &incident)
{
    std::string line;
    JsonWriter json(line);
    json.open('{');
    if (incident.acknowledged) {
        json.name("acknowledged");
        json.boolean(true);
    }
    json.member("db", incident.id.db);
    json.member("first", isoTime(incident.first));
    json.member("incident", toString(incident.kind));
    json.bytes("key", incident.id.key);
    json.member("node", incident.node);
    json.bytes("owner", incident.owner);
    json.member("server", incident.server);
    json.member("time", isoTime(incident.last));
    json.member("times", incident.times);
    if (incident.unproved) {
        json.name("unproved");
        json.boolean(true);
    }
    json.member("why", incident.why);
    json.close('}');
    return QByteArray::fromStdString(line) + '\n';
}

std::optional<Incident> incidentFrom(const QByteArray &line)
{
    if (line.size() > longestLine)
        return std::nullopt;
    const auto object = QJsonDocument::fromJson(line).object();
    const auto kind = incidentKind(std::string_view(text(object, u"incident"_s)));
    const auto first = timeFromIso(text(object, u"first"_s));
    const auto last = timeFromIso(text(object, u"time"_s));
    const auto times = object.value(u"times"_s).toDouble();
    const int db = object.value(u"db"_s).toInt(-1);
    if (!kind || !first || !last || *last < *first || db < 0 || !(times >= 1 && times <= mostTimes))
        return std::nullopt;
    Incident incident;
    incident.kind = *kind;
    incident.server = text(object, u"server"_s);
    incident.node = text(object, u"node"_s);
    incident.id = {db, bytesIn(object, u"key"_s)};
    incident.owner = bytesIn(object, u"owner"_s);
    incident.first = *first;
    incident.last = *last;
    incident.times = static_cast<std::int64_t>(times);
    incident.why = text(object, u"why"_s);
    incident.unproved = object.value(u"unproved"_s).toBool();
    incident.acknowledged = object.value(u"acknowledged"_s).toBool();
    return incident;
}

} // namespace lockscope

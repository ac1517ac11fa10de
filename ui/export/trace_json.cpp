// SPDX-License-Identifier: MIT
#include "ui/export/trace_json.h"

#include "lockcore/base/iso_time.h"
#include "ui/export/json_writer.h"

namespace lockscope {

using namespace lockcore;

namespace {

void writeMoment(JsonWriter &json, std::string_view type, ServerTime at)
{
    json.member("time", isoTime(at));
    json.member("type", type);
}

void writeNode(JsonWriter &json, const std::string &node)
{
    if (!node.empty())
        json.member("node", node);
}

void writeClient(JsonWriter &json, std::string_view name, const std::optional<TraceClient> &client)
{
    json.name(name);
    if (!client) {
        json.null();
        return;
    }
    const auto *known = client->identities.empty() ? nullptr : &client->identities.back();
    json.open('{');
    json.bytes("addr", client->actor.isUnix ? "unix:" + client->actor.address : client->actor.address);
    if (client->closedBetween) {
        json.member("closed_after", isoTime(client->closedBetween->first));
        json.member("closed_before", isoTime(client->closedBetween->second));
    }
    json.name("id");
    if (known)
        json.number(known->id);
    else
        json.null();
    json.bytes("lib", known ? known->library : Bytes());
    json.bytes("name", client->name());
    if (client->identities.size() > 1) { // connections that had this address one after the other
        json.name("other_ids");
        json.open('[');
        for (auto one = client->identities.begin(); one != client->identities.end() - 1; ++one)
            json.number(one->id);
        json.close(']');
    }
    if (known)
        json.member("since", isoTime(known->since));
    json.bytes("user", known ? known->user : Bytes());
    json.close('}');
}

void writeClients(JsonWriter &json, std::string_view name, const std::vector<TraceClient> &clients)
{
    json.name(name);
    json.open('[');
    for (const auto &client : clients)
        json.text(client.actor.address);
    json.close(']');
}

std::int64_t microseconds(ServerTime time) { return time.time_since_epoch().count(); }

void write(JsonWriter json, const TracedChange &traced, const std::string &node)
{
    const auto &change = traced.change;
    const auto &event = change.event;
    json.open('{');
    json.member("at", microseconds(event.time));
    writeClient(json, "by", traced.by);
    json.name("certain");
    json.boolean(change.certain);
    json.member("command", change.command);
    json.member("db", event.id.db);
    json.member("event", eventWord(event.type));
    json.bytes("key", event.id.key);
    writeNode(json, node);
    json.bytes("owner", event.owner);
    if (!traced.perhaps.empty())
        writeClients(json, "perhaps", traced.perhaps);
    writeMoment(json, change.shown ? "change" : "unshown", event.time);
    json.member("why", change.why);
    json.close('}');
}

void write(JsonWriter json, const TracedFinding &traced, const std::string &node)
{
    const auto &finding = traced.finding;
    json.open('{');
    json.member("at", microseconds(finding.at));
    writeClient(json, "by", traced.by);
    json.member("command", finding.command);
    json.member("db", finding.id.db);
    json.member("finding", toString(finding.kind));
    writeClient(json, "holder", traced.holder);
    json.bytes("key", finding.id.key);
    writeNode(json, node);
    json.member("number", static_cast<std::int64_t>(finding.number));
    json.bytes("owner", finding.owner);
    json.member("proof", finding.proved ? "proved" : "unproved");
    writeMoment(json, "finding", finding.at);
    json.name("why");
    json.open('[');
    for (const auto &why : finding.why)
        json.text(why);
    json.close(']');
    json.close('}');
}

void write(JsonWriter json, const TracedHolder &traced, ServerTime at, const std::string &node)
{
    const auto &holder = traced.holder;
    std::int64_t times = 0;
    for (const auto &sender : holder.senders)
        times += sender.times;
    json.open('{');
    json.member("at", microseconds(at));
    writeClient(json, "by", traced.client);
    json.member("db", holder.id.db);
    json.bytes("key", holder.id.key);
    json.member("known_by", holder.acquiredBy ? "acquired" : traced.client ? "owner-sent" : "nothing");
    writeNode(json, node);
    json.bytes("owner", holder.owner);
    json.member("sent", times);
    writeMoment(json, "holder", at);
    json.close('}');
}

template <class Value, class... More>
QByteArray lineOf(const Value &value, const More &...more)
{
    std::string line;
    write(JsonWriter(line), value, more...);
    return QByteArray::fromStdString(line += '\n');
}

} // namespace

QByteArray traceStartedJson(ServerTime at, const std::string &node)
{
    std::string line;
    JsonWriter json(line);
    json.open('{');
    json.member("at", microseconds(at));
    writeNode(json, node);
    writeMoment(json, "started", at);
    json.close('}');
    return QByteArray::fromStdString(line += '\n');
}

QByteArray jsonLine(const TraceItem &item, const std::string &node)
{
    return std::visit([&](const auto &value) { return lineOf(value, node); }, item);
}

QByteArray jsonLines(const TraceReport &report, const std::string &node)
{
    QByteArray lines;
    for (const auto &holder : report.holders)
        lines += lineOf(holder, report.at, node);
    std::string line;
    JsonWriter json(line);
    json.open('{');
    json.member("at", microseconds(report.at));
    json.member("bytes", static_cast<std::int64_t>(report.bytes));
    json.member("changes", report.changes);
    json.member("commands", static_cast<std::int64_t>(report.commands));
    json.member("named", report.named);
    writeNode(json, node);
    json.member("not_read", report.notRead);
    json.member("not_traced", static_cast<std::int64_t>(report.leftOut));
    writeMoment(json, "ended", report.at);
    json.member("unshown", report.unshown);
    json.member("unsure", report.unsure);
    json.member("why", toString(report.end));
    json.close('}');
    return lines + QByteArray::fromStdString(line += '\n');
}

} // namespace lockscope

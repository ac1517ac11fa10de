// SPDX-License-Identifier: MIT
#include "ui/export/lock_json.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/incidents/incident.h"
#include "ui/export/json_writer.h"
#include "ui/words/json_text.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Companion;
using lockcore::Holder;
using lockcore::LockEvent;
using lockcore::LockInfo;
using lockcore::Milliseconds;
using lockcore::ServerTime;
using lockcore::Waiters;

namespace {

void writeTtl(JsonWriter &json, const std::optional<Milliseconds> &ttl, ServerTime at)
{
    if (ttl && lockcore::isLeast(*ttl, at)) {
        json.name("ttl_at_least");
        json.boolean(true);
    }
    json.name("ttl_ms");
    if (ttl)
        json.number(std::max<std::int64_t>(0, ttl->count()));
    else
        json.null();
}

void writeItem(JsonWriter &json, const std::string &sentence) { json.text(sentence); }

void writeItem(JsonWriter &json, const Holder &holder)
{
    json.open('{');
    json.member("count", holder.count);
    json.member("mode", toString(holder.mode));
    json.bytes("owner", holder.owner);
    if (holder.deadline)
        json.member("until", lockcore::isoTime(*holder.deadline));
    json.close('}');
}

void writeItem(JsonWriter &json, const Companion &companion)
{
    json.open('{');
    json.bytes("key", companion.key);
    json.member("role", companion.role);
    json.close('}');
}

template <class Items>
void writeList(JsonWriter &json, std::string_view name, const Items &items)
{
    json.name(name);
    json.open('[');
    for (const auto &item : items)
        writeItem(json, item);
    json.close(']');
}

void writeWaiters(JsonWriter &json, const Waiters &waiters)
{
    json.name("waiters");
    json.open('{');
    json.name("count");
    if (waiters.known())
        json.number(waiters.count);
    else
        json.null();
    json.name("exact");
    json.boolean(waiters.knowledge == Waiters::Knowledge::Exact);
    json.close('}');
}

void write(JsonWriter json, const LockInfo &lock, ServerTime now)
{
    json.open('{');
    writeList(json, "companions", lock.companions);
    json.member("confidence", lock.confidence);
    json.member("db", lock.id.db);
    writeList(json, "holders", lock.holders);
    if (lock.moreHolders > 0)
        json.member("holders_not_listed", lock.moreHolders);
    json.bytes("key", lock.id.key);
    json.member("kind", toString(lock.kind));
    json.member("level", toString(lockcore::levelOf(lock.confidence)));
    json.member("library", lock.library);
    json.name("needs_attention");
    json.boolean(lockcore::needsAttention(lock));
    if (lock.noLeaseSince)
        json.member("no_lease_seen_ms", std::max<std::int64_t>(0, std::chrono::floor<Milliseconds>(now - *lock.noLeaseSince).count()));
    if (!lock.node.empty())
        json.member("node", lock.node);
    json.member("state", toString(lock.state));
    writeTtl(json, timeLeft(lock, now), now);
    writeWaiters(json, lock.waiters);
    writeList(json, "why", lock.why);
    json.close('}');
}

void write(JsonWriter json, const LockEvent &event)
{
    json.open('{');
    if (event.coalesced) {
        json.name("coalesced");
        json.boolean(true);
    }
    json.member("confidence", event.confidence);
    json.member("count", event.count);
    if (const auto end = endWord(event.type); !end.empty())
        json.member("end", end);
    json.member("event", eventWord(event.type));
    if (!event.from.empty())
        json.member("from", event.from);
    if (const auto kind = lockcore::incidentKind(event.type))
        json.member("incident", toString(*kind));
    json.bytes("key", event.id.key);
    json.member("kind", toString(event.kind));
    json.member("level", toString(lockcore::levelOf(event.confidence)));
    json.member("library", event.library);
    if (!event.node.empty())
        json.member("node", event.node);
    json.bytes("owner", event.owner);
    json.member("time", lockcore::isoTime(event.time));
    writeTtl(json, event.ttl, event.time);
    json.member("why", event.why);
    json.close('}');
}

} // namespace

QByteArray compact(const QJsonObject &object) { return shownJson(object, QJsonDocument::Compact); }

QByteArray locksAsJson(const LockPointers &locks, ServerTime now)
{
    constexpr qsizetype usualBytes = 512; // of a lock, including its sentences
    QByteArray json = "[";
    json.reserve(std::ssize(locks) * usualBytes); // without it, growing would copy tens of megabytes again and again
    std::string line;
    for (const auto *lock : locks) {
        line = json.size() > 1 ? ",\n " : "\n ";
        write(JsonWriter(line), *lock, now);
        json.append(line.data(), static_cast<qsizetype>(line.size()));
    }
    json += locks.empty() ? "]\n" : "\n]\n"; // operator+ would copy the whole text
    return json;
}

QByteArray jsonLine(const LockEvent &event)
{
    std::string line;
    write(JsonWriter(line), event);
    return QByteArray::fromStdString(line += '\n');
}

QByteArray eventsAsJson(const std::vector<LockEvent> &events)
{
    QByteArray json;
    for (const auto &event : events)
        json += jsonLine(event);
    return json;
}

} // namespace lockscope

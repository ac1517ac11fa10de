// SPDX-License-Identifier: MIT
#include "ui/export/lock_csv.h"

#include "lockcore/base/iso_time.h"
#include "ui/export/csv.h"

#include <algorithm>

namespace lockscope {

using lockcore::LockEvent;
using lockcore::LockInfo;
using lockcore::Milliseconds;
using lockcore::Waiters;

namespace {

QByteArray bytes(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QByteArray shown(const lockcore::Bytes &value) { return bytes(lockcore::escaped(value)); }

QByteArray ttlOf(const std::optional<Milliseconds> &ttl, lockcore::ServerTime at)
{
    if (!ttl)
        return {};
    const auto number = QByteArray::number(static_cast<qint64>(std::max<std::int64_t>(0, ttl->count())));
    return lockcore::isLeast(*ttl, at) ? ">=" + number : number;
}

QByteArray ownersOf(const LockInfo &lock)
{
    QByteArrayList owners;
    for (const auto &holder : lock.holders)
        owners << shown(holder.owner);
    return owners.join(' ');
}

QByteArray waitersOf(const LockInfo &lock)
{
    return lock.waiters.known() ? QByteArray::number(static_cast<qint64>(lock.waiters.count)) : QByteArray();
}

QByteArray lineOf(const LockInfo &lock, lockcore::ServerTime now)
{
    std::int64_t count = lock.moreHolders;
    for (const auto &holder : lock.holders)
        count += holder.count;
    std::string why;
    for (const auto &sentence : lock.why)
        why += (why.empty() ? "" : "; ") + lockcore::escaped(sentence);
    return csvLine({QByteArray::number(lock.id.db), shown(lock.id.key), bytes(lock.library), bytes(toString(lock.kind)),
                    bytes(toString(lock.state)), QByteArray::number(lock.confidence), bytes(toString(lockcore::levelOf(lock.confidence))),
                    ownersOf(lock), QByteArray::number(static_cast<qint64>(count)), ttlOf(timeLeft(lock, now), now), waitersOf(lock),
                    lock.waiters.knowledge == Waiters::Knowledge::Exact ? "true" : "false", bytes(why), shown(lock.node)});
}

QByteArray lineOf(const LockEvent &event)
{
    return csvLine({bytes(lockcore::isoTime(event.time)), bytes(eventWord(event.type)), shown(event.id.key), bytes(event.library),
                    bytes(toString(event.kind)), QByteArray::number(event.confidence), shown(event.owner),
                    QByteArray::number(static_cast<qint64>(event.count)), ttlOf(event.ttl, event.time), event.coalesced ? "true" : "false",
                    shown(event.why), bytes(endWord(event.type)), shown(event.node), shown(event.from)});
}

} // namespace

QByteArray locksAsCsv(const LockPointers &locks, lockcore::ServerTime now)
{
    auto csv = csvLine({"db", "key", "library", "kind", "state", "confidence", "level", "owners", "count", "ttl_ms", "waiters",
                        "waiters_exact", "why", "node"});
    for (const auto *lock : locks)
        csv += lineOf(*lock, now);
    return csv;
}

QByteArray eventsAsCsv(const std::vector<LockEvent> &events)
{
    auto csv = csvLine(
        {"time", "event", "key", "library", "kind", "confidence", "owner", "count", "ttl_ms", "coalesced", "why", "end", "node", "from"});
    for (const auto &event : events)
        csv += lineOf(event);
    return csv;
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/export/release_log_text.h"

#include "lockcore/base/bytes.h"
#include "lockcore/base/iso_time.h"
#include "ui/export/csv.h"

namespace lockscope {

using lockcore::ReleaseLogEntry;

namespace {

QByteArray cell(std::string_view text) { return QByteArray::fromStdString(lockcore::escaped(text)); }

template <class Number>
QByteArray cell(const std::optional<Number> &number)
{
    return number ? QByteArray::number(static_cast<qint64>(*number)) : QByteArray();
}

QByteArray ownersOf(const ReleaseLogEntry &entry)
{
    QByteArrayList owners;
    for (const auto &owner : entry.owners)
        owners << cell(owner);
    return owners.isEmpty() ? QByteArray("all") : owners.join(' ');
}

QByteArray lineOf(const ReleaseLogEntry &entry)
{
    const auto ttl = entry.ttl ? std::optional(entry.ttl->count()) : std::nullopt;
    return csvLine({cell(lockcore::isoTime(entry.time)), cell(entry.user), cell(entry.server), QByteArray::number(entry.lock.db),
                    cell(entry.lock.key), cell(entry.action), ownersOf(entry), cell(entry.library), cell(entry.reason), cell(entry.outcome),
                    cell(entry.changed), cell(entry.error), entry.heldSince ? cell(lockcore::isoTime(*entry.heldSince)) : QByteArray(),
                    entry.heldLonger ? "true" : "false", cell(entry.renewals), cell(ttl), cell(entry.waiters),
                    QByteArray::fromStdString(entry.before)});
}

} // namespace

QByteArray releaseLogAsJson(const std::vector<ReleaseLogEntry> &entries)
{
    QByteArray json;
    for (const auto &entry : entries)
        json += QByteArray::fromStdString(entry.json) + '\n';
    return json;
}

QByteArray releaseLogAsCsv(const std::vector<ReleaseLogEntry> &entries)
{
    auto csv = csvLine({"time", "user", "server", "db", "key", "action", "owners", "library", "reason", "outcome", "changed", "error",
                        "held_since", "held_longer", "renewals", "ttl_ms", "waiters", "before"});
    for (const auto &entry : entries)
        csv += lineOf(entry);
    return csv;
}

} // namespace lockscope

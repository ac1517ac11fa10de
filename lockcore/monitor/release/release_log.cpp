// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_log.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/json/json_bytes.h"
#include "lockcore/monitor/release/audit.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>

namespace lockcore {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qint64 mostBytes = 4 * 1024 * 1024;

std::string memberText(const QJsonObject &object, const QString &name) { return object.value(name).toString().toStdString(); }

std::optional<std::int64_t> memberNumber(const QJsonObject &object, const QString &name)
{
    const auto value = object.value(name);
    return value.isDouble() ? std::optional<std::int64_t>(value.toInteger()) : std::nullopt;
}

std::optional<Milliseconds> memberDuration(const QJsonObject &object, const QString &name)
{
    const auto value = memberNumber(object, name);
    return value ? std::optional(Milliseconds(std::clamp<std::int64_t>(*value, 0, latestTime))) : std::nullopt;
}

std::vector<Bytes> ownersIn(const QJsonValue &array)
{
    std::vector<Bytes> owners;
    for (const auto &owner : array.toArray())
        owners.push_back(bytesIn(owner.toObject(), u"owner"_s));
    return owners;
}

std::optional<ReleaseLogEntry> entryFrom(const QByteArray &line)
{
    const auto object = QJsonDocument::fromJson(line).object();
    ReleaseLogEntry entry;
    entry.id = memberText(object, u"id"_s);
    entry.lock = {object.value(u"db"_s).toInt(-1), bytesIn(object, u"key"_s)};
    const auto time = timeFromIso(memberText(object, u"time"_s));
    if (entry.id.empty() || entry.lock.db < 0 || entry.lock.key.empty() || !time)
        return std::nullopt;
    entry.time = *time;
    entry.user = memberText(object, u"user"_s);
    entry.server = memberText(object, u"server"_s);
    entry.action = memberText(object, u"action"_s);
    entry.library = memberText(object, u"library"_s);
    entry.owners = ownersIn(object.contains(u"freed"_s) ? object.value(u"freed"_s) : object.value(u"owners"_s));
    entry.holders = ownersIn(object.value(u"holders"_s));
    entry.reason = memberText(object, u"reason"_s);
    entry.ttl = memberDuration(object, u"ttl_ms"_s);
    entry.waiters = memberNumber(object, u"waiters"_s);
    entry.heldSince = timeFromIso(memberText(object, u"held_since"_s));
    entry.heldLonger = object.value(u"held_longer"_s).toBool();
    entry.renewals = memberNumber(object, u"renewals"_s);
    entry.evenIfRenewed = object.value(u"even_if_renewed"_s).toBool();
    entry.lease = memberDuration(object, u"lease_ms"_s);
    entry.before = QJsonDocument(object.value(u"before"_s).toObject()).toJson(QJsonDocument::Compact).toStdString();
    entry.outcome = memberText(object, u"outcome"_s);
    entry.changed = memberText(object, u"changed"_s);
    entry.error = memberText(object, u"error"_s);
    entry.json = line.toStdString();
    return entry;
}

// The last whole lines.
Result<QByteArray> readEnd(QFile &file, bool &hasOlder)
{
    hasOlder = file.size() > mostBytes;
    if (hasOlder && !file.seek(file.size() - mostBytes))
        return Error{ErrorKind::Refused, file.fileName().toStdString() + ": " + file.errorString().toStdString(), "audit"};
    auto bytes = file.read(mostBytes);
    return hasOlder ? bytes.mid(bytes.indexOf('\n') + 1) : bytes;
}

std::string inShell(std::string_view text)
{
    constexpr std::string_view plain = "-_.:/@%+=,";
    const auto isPlain = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || plain.find(c) != plain.npos;
    };
    if (!text.empty() && std::ranges::all_of(text, isPlain))
        return std::string(text);
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + '\'';
}

// Can it be typed, and read on a terminal, as it is? A word that begins with a hyphen would be an option.
bool isTypable(const Bytes &bytes) { return isUtf8(bytes) && escaped(bytes) == bytes && !bytes.starts_with('-'); }

std::string commandOption(const std::string &name, const Bytes &bytes)
{
    return isTypable(bytes) ? " --" + name + ' ' + inShell(bytes) : " --" + name + "-base64 " + toBase64(bytes);
}

} // namespace

Result<ReleaseLog> readReleaseLog(std::string directory)
{
    ReleaseLog log;
    log.file = Audit::fileIn(std::move(directory));
    QFile file(QString::fromStdString(log.file));
    if (!file.exists())
        return log;
    if (!QFileInfo(file).isFile()) // reading a pipe would not end
        return Error{ErrorKind::Refused, log.file + ": it is not a regular file", "audit"};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Refused, log.file + ": " + file.errorString().toStdString(), "audit"};
    const auto bytes = readEnd(file, log.hasOlder);
    if (!bytes)
        return bytes.error();
    std::map<std::string, std::size_t> known;
    for (const auto &line : bytes->split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        auto entry = entryFrom(line);
        if (!entry) {
            ++log.unreadable;
            continue;
        }
        const auto [place, isNew] = known.emplace(entry->id, log.entries.size());
        if (isNew)
            log.entries.push_back(*std::move(entry));
        else
            log.entries[place->second] = *std::move(entry); // the outcome repeats what the intent says
    }
    std::ranges::reverse(log.entries);
    std::ranges::stable_sort(log.entries, std::greater<>(), &ReleaseLogEntry::time);
    log.hasOlder = log.hasOlder || log.entries.size() > ReleaseLog::most;
    log.entries.resize(std::min(log.entries.size(), ReleaseLog::most));
    return log;
}

std::string releaseCommand(const ReleaseLogEntry &entry)
{
    const auto &key = entry.lock.key;
    auto command = "lockscope release " + (isTypable(key) ? inShell(key) : "--key-base64 " + toBase64(key));
    command += ' ' + inShell(entry.server);
    if (entry.owners.empty())
        command += " --all";
    for (const auto &owner : entry.owners)
        command += commandOption("owner", owner);
    if (entry.action == toString(ReleaseAction::GiveLease) && entry.lease)
        command += " --give-lease " + std::to_string(entry.lease->count()) + "ms";
    if (entry.action == toString(ReleaseAction::DropDeadHead))
        command += " --drop-dead-head";
    if (entry.evenIfRenewed)
        command += " --even-if-renewed";
    if (!entry.reason.empty() && isTypable(entry.reason))
        command += " --reason " + inShell(entry.reason);
    return command;
}

} // namespace lockcore

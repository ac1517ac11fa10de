// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/audit.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/base/shown_json.h"
#include "lockcore/json/json_bytes.h"
#include "lockcore/monitor/release/ttl_json.h"
#include "lockcore/process/state_directory.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockcore {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto fileName = "/releases.jsonl";

Error refused(const std::string &file, int error) { return {ErrorKind::Refused, file + ": " + std::strerror(error), "audit"}; }

QString textOf(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString userName()
{
    passwd entry{};
    passwd *found = nullptr;
    std::array<char, 4096> buffer{};
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return QString::fromLocal8Bit(found->pw_name);
    return QString::number(::getuid());
}

QJsonObject valueObject(const Value &value)
{
    QJsonObject object{{u"type"_s, textOf(toString(value.type))}, {u"length"_s, static_cast<qint64>(value.length)}};
    if (value.type == ValueType::String)
        insertBytes(object, u"value"_s, value.text);
    QJsonArray elements;
    for (const auto &[name, second] : value.elements) {
        QJsonObject element;
        insertBytes(element, u"name"_s, name);
        if (value.type == ValueType::Hash || value.type == ValueType::Zset)
            insertBytes(element, u"value"_s, second);
        elements.append(element);
    }
    if (!value.elements.empty())
        object.insert(u"elements"_s, elements);
    return object;
}

QJsonObject beforeImage(const KeySnapshot &look)
{
    auto object = valueObject(look.value);
    QJsonArray companions;
    for (const auto &[key, value] : look.companions) {
        if (!value.exists())
            continue;
        auto companion = valueObject(value);
        insertBytes(companion, u"key"_s, key);
        companions.append(companion);
    }
    if (!companions.isEmpty())
        object.insert(u"companions"_s, companions);
    return object;
}

QJsonArray ownersArray(const std::vector<Bytes> &owners)
{
    QJsonArray array;
    for (const auto &owner : owners) {
        QJsonObject object;
        insertBytes(object, u"owner"_s, owner);
        array.append(object);
    }
    return array;
}

// Those that are known: a mark names nobody.
std::vector<Bytes> ownersOf(const LockMatch &match)
{
    std::vector<Bytes> owners;
    for (const auto &holder : match.holders) {
        if (!holder.owner.empty())
            owners.push_back(holder.owner);
    }
    return owners;
}

QJsonObject lineOf(const std::string &id, const ReleaseReport &report, const Endpoint &endpoint)
{
    const auto &[wish, look, around, match, lock, importer, shift, reason] = report.order;
    QJsonObject line{
        {u"id"_s, textOf(id)},
        {u"time"_s, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
        {u"user"_s, userName()},
        {u"server"_s, textOf(toString(endpoint))},
        {u"db"_s, wish.id.db},
        {u"action"_s, textOf(toString(wish.action))},
        {u"library"_s, textOf(match.library)},
        {u"type"_s, textOf(toString(look.value.type))},
        {u"before"_s, beforeImage(look)},
    };
    insertBytes(line, u"key"_s, wish.id.key);
    const bool frees = wish.action == ReleaseAction::Release;
    line.insert(frees ? u"freed"_s : u"owners"_s, wish.owners.empty() ? QJsonValue(u"all"_s) : QJsonValue(ownersArray(wish.owners)));
    if (const auto seen = ownersOf(match); wish.owners.empty() && !seen.empty())
        line.insert(u"holders"_s, ownersArray(seen));
    insertTtl(line, look);
    const auto &waiters = lock.waiters.known() ? lock.waiters : match.waiters;
    line.insert(u"waiters"_s, waiters.known() ? QJsonValue(static_cast<qint64>(waiters.count)) : QJsonValue());
    if (!reason.empty())
        line.insert(u"reason"_s, textOf(reason));
    if (lock.heldSince > ServerTime()) { // it was watched
        line.insert(u"held_since"_s, textOf(isoTime(lock.heldSince)));
        if (!lock.heldSinceObserved)
            line.insert(u"held_longer"_s, true);
        line.insert(u"renewals"_s, static_cast<qint64>(lock.renewals.count));
    }
    if (wish.action == ReleaseAction::GiveLease)
        line.insert(u"lease_ms"_s, static_cast<qint64>(wish.lease.count()));
    if (wish.evenIfRenewed)
        line.insert(u"even_if_renewed"_s, true);
    return line;
}

void insertOutcome(QJsonObject &line, const ReleaseReport &report)
{
    line.insert(u"outcome"_s, textOf(toString(report.outcome)));
    line.insert(u"told"_s, static_cast<qint64>(report.told));
    if (report.changed)
        line.insert(u"changed"_s, textOf(toString(*report.changed)));
    if (report.error)
        line.insert(u"error"_s, textOf(report.error->text));
}

} // namespace

Audit::Audit(std::string file, FileDescriptor descriptor)
    : m_id(QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString())
    , m_file(std::move(file))
    , m_descriptor(std::move(descriptor))
{ }

std::string Audit::fileIn(std::string directory) { return (directory.empty() ? stateDirectory() : std::move(directory)) + fileName; }

Result<Audit> Audit::open(std::string directory)
{
    if (directory.empty())
        directory = stateDirectory();
    const auto file = fileIn(directory);
    std::error_code failed;
    std::filesystem::create_directories(std::filesystem::path(directory).parent_path(), failed);
    if (failed)
        return refused(directory, failed.value());
    if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
        return refused(directory, errno);
    FileDescriptor descriptor(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600));
    if (!descriptor)
        return refused(file, errno);
    struct stat facts
    { };
    if (::fstat(descriptor.get(), &facts) != 0)
        return refused(file, errno);
    if (!S_ISREG(facts.st_mode))
        return Error{ErrorKind::Refused, file + ": it is not a regular file", "audit"};
    if ((facts.st_mode & 077) != 0 && ::fchmod(descriptor.get(), 0600) != 0)
        return refused(file, errno);
    return Audit(file, std::move(descriptor));
}

Result<void> Audit::writeIntent(const ReleaseReport &report, const Endpoint &endpoint)
{
    auto line = lineOf(m_id, report, endpoint);
    line.insert(u"phase"_s, u"intent"_s);
    if (auto appended = append(line); !appended)
        return appended;
    const bool cannotTell =
        ::fdatasync(m_descriptor.get()) != 0 && errno != EINVAL && errno != ENOSYS; // EINVAL, ENOSYS: this file system cannot sync
    return cannotTell ? Result<void>(refused(m_file, errno)) : Result<void>();
}

Result<void> Audit::writeOutcome(const ReleaseReport &report, const Endpoint &endpoint)
{
    auto line = lineOf(m_id, report, endpoint);
    line.insert(u"phase"_s, u"outcome"_s);
    insertOutcome(line, report);
    return append(line);
}

// Writes the whole line with one call, so that lines of several writers do not mix.
Result<void> Audit::append(const QJsonObject &line)
{
    const auto json = QJsonDocument(line).toJson(QJsonDocument::Compact).toStdString();
    const auto text = (isCutOff() ? "\n" : "") + shownJson(json) + '\n';
    const auto written = ::write(m_descriptor.get(), text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size()))
        return {};
    const int error = written < 0 ? errno : ENOSPC;
    takeBack(written);
    return refused(m_file, error);
}

// A process that was killed while writing may have left half a line. The next record must begin on a new line.
bool Audit::isCutOff() const
{
    const auto size = ::lseek(m_descriptor.get(), 0, SEEK_END);
    char last = '\n';
    return size > 0 && ::pread(m_descriptor.get(), &last, 1, size - 1) == 1 && last != '\n';
}

// Removes the part of a line that was written before the disk was full, unless another process has written after it.
void Audit::takeBack(std::int64_t bytes)
{
    struct stat facts
    { };
    const auto end = ::lseek(m_descriptor.get(), 0, SEEK_CUR);
    if (bytes > 0 && ::fstat(m_descriptor.get(), &facts) == 0 && facts.st_size == end && ::ftruncate(m_descriptor.get(), end - bytes) != 0)
        return; // harmless: the next record begins on a new line
}

} // namespace lockcore

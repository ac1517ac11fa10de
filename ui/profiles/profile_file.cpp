// SPDX-License-Identifier: MIT
#include "ui/profiles/profile_file.h"

#include "ui/profiles/config_file.h"
#include "ui/profiles/profile_json.h"
#include "ui/words/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Error;
using lockcore::ErrorKind;
using lockcore::Result;

namespace {

constexpr int patience = 2000; // ms, for another process that is writing

Error refused(const QString &sentence) { return {ErrorKind::Refused, sentence.toStdString(), {}}; }

bool comesFirst(const Profile &a, const Profile &b)
{
    if (a.lastUsed != b.lastUsed)
        return b.lastUsed.isValid() ? a.lastUsed.isValid() && a.lastUsed > b.lastUsed : a.lastUsed.isValid();
    return QString::localeAwareCompare(a.name, b.name) < 0;
}

} // namespace

QString ProfileFile::usualPath() { return configPath(u"profiles.json"_s); }

Result<QList<Profile>> ProfileFile::load() const
{
    const auto content = readConfigFile(m_path);
    if (!content)
        return content.error();
    if (content->isEmpty() && !QFile::exists(m_path))
        return QList<Profile>();
    auto profiles = profilesFromJson(*content);
    if (!profiles)
        return unusableFile(m_path, QString::fromStdString(profiles.error().text));
    std::ranges::stable_sort(*profiles, comesFirst);
    return profiles;
}

Result<Profile> ProfileFile::named(const QString &name) const
{
    const auto profiles = load();
    if (!profiles)
        return profiles.error();
    QStringList names;
    for (const auto &profile : *profiles) {
        if (profile.name == name)
            return profile;
        names << u'"' + profile.name + u'"';
    }
    if (names.isEmpty())
        return refused(Words::tr("there are no profiles: the window saves them (%1 is missing or empty)").arg(m_path));
    return refused(Words::tr("there is no profile of that name; the profiles are: %1").arg(names.join(u", "_s)));
}

Result<void> ProfileFile::put(const Profile &profile)
{
    return change([&](QList<Profile> &profiles) -> Result<void> {
        for (const auto &other : profiles) {
            if (other.name == profile.name && other.id != profile.id)
                return refused(Words::tr("there is a profile \"%1\" already").arg(profile.name));
        }
        profiles.removeIf([&](const auto &other) { return other.id == profile.id; });
        profiles << profile;
        return {};
    });
}

Result<void> ProfileFile::remove(const QString &id)
{
    return change([&](QList<Profile> &profiles) -> Result<void> {
        profiles.removeIf([&](const auto &other) { return other.id == id; });
        return {};
    });
}

QString ProfileFile::keptAsideName() const
{
    const QFileInfo info(m_path);
    const auto name = info.fileName() + u".unreadable"_s;
    auto free = name;
    for (int number = 2; QFileInfo::exists(info.dir().filePath(free)); ++number)
        free = name + u'-' + QString::number(number);
    return free;
}

template <class Change>
Result<void> ProfileFile::change(Change change)
{
    const auto folder = QFileInfo(m_path).dir();
    if (!folder.mkpath(u"."_s))
        return unwrittenFile(m_path, Words::tr("its folder cannot be created"));
    QLockFile others(m_path + u".lock"_s);
    if (!others.tryLock(patience))
        return unwrittenFile(m_path, others.error() == QLockFile::PermissionError ? Words::tr("its folder may not be written to")
                                                                                  : Words::tr("another Lockscope is writing it now"));
    auto profiles = load();
    if (!profiles) {
        if (profiles.error().detail != notUnderstood)
            return profiles.error();
        if (!QFile::rename(m_path, folder.filePath(keptAsideName())))
            return unwrittenFile(m_path, Words::tr("the existing file cannot be moved aside"));
        profiles = QList<Profile>();
    }
    if (auto changed = change(*profiles); !changed)
        return changed;
    return writeConfigFile(m_path, profilesToJson(*profiles));
}

} // namespace lockscope

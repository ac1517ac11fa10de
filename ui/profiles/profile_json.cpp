// SPDX-License-Identifier: MIT
#include "ui/profiles/profile_json.h"

#include "lockcore/monitor/reading/user_format_file.h"
#include "ui/words/tr.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Error;
using lockcore::ErrorKind;
using lockcore::Result;

namespace {

constexpr int formatVersion = 1;
constexpr qsizetype mostPatterns = 100;

struct PasswordWord
{
    PasswordPlace password;
    const char16_t *word;
};

constexpr std::array<PasswordWord, 3> passwordWords = {
    {{PasswordPlace::None, u"none"}, {PasswordPlace::Keychain, u"keychain"}, {PasswordPlace::Ask, u"ask"}}};

Error refusedProfile(const QString &sentence) { return {ErrorKind::Refused, sentence.toStdString(), {}}; }

QJsonObject toObject(const Profile &profile)
{
    QJsonObject object{
        {u"id"_s, profile.id},
        {u"name"_s, profile.name},
        {u"url"_s, QString::fromStdString(lockcore::toString(profile.endpoint))}, // without the password
        {u"patterns"_s, QJsonArray::fromStringList(profile.patterns)},
        {u"deep"_s, profile.deep},
        {u"production"_s, profile.production},
        {u"readOnly"_s, profile.readOnly},
        {u"noTraces"_s, profile.noTraces},
    };
    if (!profile.formats.empty())
        object.insert(u"formats"_s, QJsonDocument::fromJson(QByteArray::fromStdString(lockcore::listTextOf(profile.formats))).array());
    for (const auto &[password, word] : passwordWords) {
        if (password == profile.password)
            object.insert(u"password"_s, QString::fromUtf16(word));
    }
    if (profile.lastUsed.isValid())
        object.insert(u"lastUsed"_s, profile.lastUsed.toUTC().toString(Qt::ISODateWithMs));
    return object;
}

Result<PasswordPlace> passwordFrom(const QString &text)
{
    for (const auto &[password, word] : passwordWords) {
        if (text == QString::fromUtf16(word))
            return password;
    }
    return refusedProfile(Words::tr("its \"password\" is not one of none, keychain, ask"));
}

Result<lockcore::Endpoint> endpointFrom(const QString &url)
{
    auto endpoint = lockcore::Endpoint::parse(url.toStdString());
    if (!endpoint)
        return refusedProfile(Words::tr("its \"url\" is wrong: %1").arg(QString::fromStdString(endpoint.error().text)));
    if (!endpoint->password.empty())
        return refusedProfile(Words::tr("its \"url\" contains a password, which must not be in a file: remove it"));
    return endpoint;
}

Result<QStringList> patternsFrom(const QJsonArray &array)
{
    QStringList patterns;
    for (const auto &value : array) {
        const auto pattern = lockcore::parseUserPattern(value.toString().toStdString());
        if (!pattern)
            return refusedProfile(Words::tr("a pattern is wrong: %1").arg(QString::fromStdString(pattern.error().text)));
        patterns << value.toString();
    }
    if (patterns.size() > mostPatterns)
        return refusedProfile(Words::tr("it has more than %1 patterns").arg(mostPatterns));
    return patterns;
}

Result<std::vector<lockcore::UserFormat>> formatsFrom(const QJsonValue &value)
{
    if (value.isUndefined())
        return std::vector<lockcore::UserFormat>();
    if (!value.isArray())
        return refusedProfile(Words::tr("its \"formats\" is not a list"));
    return lockcore::userFormatListOf(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact).toStdString());
}

Result<Profile> profileFrom(const QJsonObject &object)
{
    Profile profile;
    profile.id = object.value(u"id"_s).toString();
    profile.name = object.value(u"name"_s).toString();
    profile.deep = object.value(u"deep"_s).toBool();
    profile.production = object.value(u"production"_s).toBool();
    profile.readOnly = object.value(u"readOnly"_s).toBool();
    profile.noTraces = object.value(u"noTraces"_s).toBool();
    profile.lastUsed = QDateTime::fromString(object.value(u"lastUsed"_s).toString(), Qt::ISODateWithMs).toUTC();
    if (profile.id.isEmpty())
        return refusedProfile(Words::tr("it has no \"id\""));
    if (const auto complaint = complaintAbout(profile.name); !complaint.isEmpty())
        return refusedProfile(complaint);
    const auto endpoint = endpointFrom(object.value(u"url"_s).toString());
    if (!endpoint)
        return endpoint.error();
    profile.endpoint = *endpoint;
    const auto password = passwordFrom(object.value(u"password"_s).toString());
    if (!password)
        return password.error();
    profile.password = *password;
    const auto patterns = patternsFrom(object.value(u"patterns"_s).toArray());
    if (!patterns)
        return patterns.error();
    profile.patterns = *patterns;
    auto formats = formatsFrom(object.value(u"formats"_s));
    if (!formats)
        return formats.error();
    profile.formats = *std::move(formats);
    return profile;
}

bool isTaken(const QList<Profile> &profiles, const Profile &profile)
{
    return std::ranges::any_of(profiles, [&](const auto &other) { return other.id == profile.id || other.name == profile.name; });
}

} // namespace

QByteArray profilesToJson(const QList<Profile> &profiles)
{
    QJsonArray array;
    for (const auto &profile : profiles)
        array.append(toObject(profile));
    return QJsonDocument(QJsonObject{{u"version"_s, formatVersion}, {u"profiles"_s, array}}).toJson();
}

Result<QList<Profile>> profilesFromJson(const QByteArray &json)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto line = json.left(error.offset).count('\n') + 1;
        return refusedProfile(Words::tr("it is not JSON (line %1: %2)").arg(line).arg(error.errorString()));
    }
    const auto version = document.object().value(u"version"_s).toInt();
    if (version > formatVersion)
        return refusedProfile(Words::tr("a newer Lockscope wrote it"));
    if (version != formatVersion || !document.object().value(u"profiles"_s).isArray())
        return refusedProfile(Words::tr("it is not a list of profiles"));
    QList<Profile> profiles;
    for (const auto &value : document.object().value(u"profiles"_s).toArray()) {
        auto profile = profileFrom(value.toObject());
        if (!profile)
            return refusedProfile(Words::tr("profile %1: %2").arg(profiles.size() + 1).arg(QString::fromStdString(profile.error().text)));
        if (isTaken(profiles, *profile))
            return refusedProfile(Words::tr("profile %1: another one has the same name or id").arg(profiles.size() + 1));
        profiles << std::move(profile).value();
    }
    return profiles;
}

} // namespace lockscope

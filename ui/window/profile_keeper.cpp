// SPDX-License-Identifier: MIT
#include "ui/window/profile_keeper.h"

#include "ui/words/shown_text.h"

#include <algorithm>

namespace lockscope {

namespace {

QString sentenceOf(const lockcore::Result<void> &result) { return result ? QString() : asSentence(result.error().text); }

} // namespace

ProfileKeeper::ProfileKeeper(QString file, std::shared_ptr<SecretStore> secrets, QObject *parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_secrets(std::move(secrets))
{
    reload();
}

void ProfileKeeper::reload()
{
    auto profiles = m_file.load();
    m_complaint = profiles ? QString()
                           : tr("%1 Nothing in it is lost: it stays as it is. When a profile is saved, it is kept as %2.")
                                 .arg(asSentence(profiles.error().text), m_file.keptAsideName());
    m_profiles = profiles ? std::move(profiles).value() : QList<Profile>();
    emit changed();
}

const Profile *ProfileKeeper::find(const QString &id) const
{
    const auto found = std::ranges::find(m_profiles, id, &Profile::id);
    return found == m_profiles.end() ? nullptr : &*found;
}

QString ProfileKeeper::freeName(const QString &wanted) const
{
    const auto taken = [this](const QString &name) { return std::ranges::find(m_profiles, name, &Profile::name) != m_profiles.end(); };
    auto name = wanted;
    for (int number = 2; taken(name); ++number)
        name = QStringLiteral("%1 %2").arg(wanted).arg(number);
    return name;
}

QString ProfileKeeper::put(const Profile &profile)
{
    auto complaint = sentenceOf(m_file.put(profile));
    reload();
    return complaint;
}

void ProfileKeeper::save(const Profile &profile, const std::string &password, QObject *context, Then then)
{
    const auto *before = find(profile.id);
    const bool wasKept = before && before->password == PasswordPlace::Keychain;
    if (profile.password == PasswordPlace::Keychain && !password.empty()) {
        if (!m_secrets)
            return then(tr("There is no keychain here. Let Lockscope ask each time."));
        return m_secrets->write(profile.id, password, context, [this, profile, then = std::move(then)](const SecretAnswer &answer) {
            then(answer.done() ? put(profile) : tr("%1 Let Lockscope ask each time.").arg(answer.sentence));
        });
    }
    if (wasKept && profile.password != PasswordPlace::Keychain)
        forgetPassword(profile);
    then(put(profile));
}

QString ProfileKeeper::remove(const Profile &profile)
{
    if (profile.password == PasswordPlace::Keychain)
        forgetPassword(profile);
    auto complaint = sentenceOf(m_file.remove(profile.id));
    reload();
    return complaint;
}

void ProfileKeeper::forgetPassword(const Profile &profile)
{
    if (!m_secrets)
        return;
    m_secrets->remove(profile.id, this, [this, name = profile.name](const SecretAnswer &answer) {
        if (!answer.done())
            emit passwordStayed(tr("The password of \"%1\" was not removed from the keychain. %2").arg(name, answer.sentence));
    });
}

void ProfileKeeper::markUsed(const QString &id)
{
    const auto *profile = find(id);
    if (!profile)
        return;
    auto used = *profile;
    used.lastUsed = QDateTime::currentDateTimeUtc();
    put(used); // a failure is reported when the user saves a profile
}

void ProfileKeeper::keepPassword(const QString &id, const std::string &password, QObject *context, Then then)
{
    const auto *profile = find(id);
    if (!profile)
        return;
    auto kept = *profile;
    kept.password = PasswordPlace::Keychain;
    save(kept, password, context, std::move(then));
}

void ProfileKeeper::readPassword(const QString &id, QObject *context, SecretStore::Then then)
{
    if (!m_secrets)
        return then({SecretAnswer::Outcome::NoKeychain, {}, tr("There is no keychain here.")});
    m_secrets->read(id, context, std::move(then));
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The saved profiles and their passwords, as the window uses them.
// Changes go to the file and the keychain at once. GUI thread.
#pragma once

#include "ui/profiles/profile_file.h"
#include "ui/profiles/secret_store.h"

#include <memory>
#include <optional>

namespace lockscope {

class ProfileKeeper final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProfileKeeper)

public:
    /// `secrets` may be null: then there is no keychain.
    ProfileKeeper(QString file, std::shared_ptr<SecretStore> secrets, QObject *parent = nullptr);

    const QList<Profile> &profiles() const { return m_profiles; }
    const Profile *find(const QString &id) const;     ///< null if there is none
    QString complaint() const { return m_complaint; } ///< why the file could not be read; empty: it could
    QString freeName(const QString &wanted) const;    ///< "prod 2", if there is a "prod"

    void reload();

    using Then = std::function<void(const QString &complaint)>; ///< empty: done

    /// A password to keep goes first: if the keychain refuses it, nothing is saved.
    void save(const Profile &profile, const std::string &password, QObject *context, Then then);
    QString remove(const Profile &profile); ///< with its password; a complaint or nothing
    void markUsed(const QString &id);

    /// From then on the profile no longer asks for it.
    void keepPassword(const QString &id, const std::string &password, QObject *context, Then then);
    void readPassword(const QString &id, QObject *context, SecretStore::Then then);

signals:
    void changed();
    void passwordStayed(const QString &sentence); ///< left in the keychain although nothing needs it

private:
    QString put(const Profile &profile);
    void forgetPassword(const Profile &profile);

    ProfileFile m_file;
    std::shared_ptr<SecretStore> m_secrets;
    QList<Profile> m_profiles;
    QString m_complaint;
};

} // namespace lockscope

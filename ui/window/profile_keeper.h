// SPDX-License-Identifier: MIT
// The saved profiles and their passwords for the window. Changes are written to the file and the keychain at once. GUI thread.
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
    /// `secrets` may be null: there is no keychain.
    ProfileKeeper(QString file, std::shared_ptr<SecretStore> secrets, QObject *parent = nullptr);

    const QList<Profile> &profiles() const { return m_profiles; }
    const Profile *find(const QString &id) const;     ///< null: there is none
    QString complaint() const { return m_complaint; } ///< why the file could not be read; empty: no error
    QString freeName(const QString &wanted) const;    ///< "prod 2", if there is a "prod"

    void reload();

    using Then = std::function<void(const QString &complaint)>; ///< empty complaint: done

    /// A password for the keychain is stored first: if the keychain refuses it, nothing is saved.
    void save(const Profile &profile, const std::string &password, QObject *context, Then then);
    QString remove(const Profile &profile); ///< also removes its password; returns a complaint or nothing
    void markUsed(const QString &id);

    /// From then on, Lockscope does not ask for this profile's password.
    void keepPassword(const QString &id, const std::string &password, QObject *context, Then then);
    void readPassword(const QString &id, QObject *context, SecretStore::Then then);

signals:
    void changed();
    void passwordStayed(const QString &sentence); ///< the password is still in the keychain although no profile needs it

private:
    QString put(const Profile &profile);
    void forgetPassword(const Profile &profile);

    ProfileFile m_file;
    std::shared_ptr<SecretStore> m_secrets;
    QList<Profile> m_profiles;
    QString m_complaint;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// A saved connection. It never contains a secret: its password is in the keychain under `id`, or Lockscope asks for it.
#pragma once

#include "lockcore/monitor/reading/user_format.h"
#include "ui/profiles/target.h"

#include <QDateTime>
#include <QStringList>

namespace lockscope {

struct Profile
{
    QString id;                  ///< never changes; the key of its password in the keychain
    QString name;                ///< unique
    lockcore::Endpoint endpoint; ///< its password is always empty
    PasswordPlace password = PasswordPlace::None;
    QStringList patterns;                      ///< same syntax as --pattern; all of them are valid
    std::vector<lockcore::UserFormat> formats; ///< written by hand into the file; all of them are valid
    bool deep = false;
    bool production = false;
    bool readOnly = false;
    bool noTraces = false;
    QDateTime lastUsed; ///< UTC; invalid: never

    bool operator==(const Profile &) const = default;
};

/// A profile with a new id; all other fields have their defaults.
Profile newProfile();

/// Empty, or a sentence that says why the name is not valid.
QString complaintAbout(const QString &name);

Target targetOf(const Profile &profile);

} // namespace lockscope

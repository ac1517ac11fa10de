// SPDX-License-Identifier: MIT
// A saved connection. Never contains a secret: its password is in the keychain under `id`, or Lockscope asks for it.
#pragma once

#include "ui/profiles/target.h"

#include <QDateTime>
#include <QStringList>

namespace lockscope {

struct Profile
{
    QString id;                  ///< never changes; the keychain's name for it
    QString name;                ///< unique
    lockcore::Endpoint endpoint; ///< its password is always empty
    PasswordPlace password = PasswordPlace::None;
    QStringList patterns; ///< as for --pattern; each of them parses
    bool deep = false;
    bool production = false;
    bool readOnly = false;
    QDateTime lastUsed; ///< UTC; invalid: never

    bool operator==(const Profile &) const = default;
};

/// With a new id and nothing else.
Profile newProfile();

/// Empty, or a sentence that says what is wrong with the name itself.
QString complaintAbout(const QString &name);

Target targetOf(const Profile &profile);

} // namespace lockscope

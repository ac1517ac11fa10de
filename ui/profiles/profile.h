// SPDX-License-Identifier: MIT
// A saved connection. Never holds a secret: its password is in the keychain under `id`, or is asked for.
#pragma once

#include "profiles/target.h"

#include <QDateTime>
#include <QStringList>

namespace lockscope {

struct Profile
{
    QString id;   ///< for ever the same; the keychain's name for it
    QString name; ///< unique
    lockcore::Endpoint endpoint; ///< its password is always empty
    PasswordPlace password = PasswordPlace::None;
    QStringList patterns; ///< as for --pattern, each of them parses
    bool deep = false;
    bool production = false;
    bool readOnly = false;
    QDateTime lastUsed; ///< UTC; invalid: never

    bool operator==(const Profile &) const = default;
};

/// With an id of its own and nothing else.
Profile newProfile();

/// Nothing, or a sentence that says what is wrong with the name by itself.
QString complaintAbout(const QString &name);

Target targetOf(const Profile &profile);

} // namespace lockscope

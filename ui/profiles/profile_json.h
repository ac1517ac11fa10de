// SPDX-License-Identifier: MIT
// Profiles as the JSON of their file. Pure.
#pragma once

#include "ui/profiles/profile.h"

#include <QByteArray>
#include <QList>

namespace lockscope {

QByteArray profilesToJson(const QList<Profile> &profiles);

/// Error: Refused, with a half-sentence that follows "cannot be used: ". Never contains a password.
lockcore::Result<QList<Profile>> profilesFromJson(const QByteArray &json);

} // namespace lockscope

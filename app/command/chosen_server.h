// SPDX-License-Identifier: MIT
// The server that a command line names by a URL, a saved profile or the environment, including its password.
#pragma once

#include "ui/profiles/target.h"

#include <QString>

#include <optional>

namespace lockscope {

/// What the caller wants to do on a server.
enum class Access { Read, Write };

/// A saved profile by name, with its password: from the file, else LOCKSCOPE_PASSWORD, else the keychain if the profile keeps the password
/// there. Blocks while the keychain asks for permission, at most 20 s. With Access::Write on a profile marked read-only, the password is
/// not looked up, because the caller refuses (Target::readOnly).
lockcore::Result<Target> profileTarget(const QString &name, const lockcore::PasswordFiles &passwords, Access access = Access::Read);

/// The endpoint of `url`, else of LOCKSCOPE_URL, else the usual port on this machine. The endpoint includes the password.
lockcore::Result<lockcore::Endpoint> endpointFor(const std::optional<QString> &url, const lockcore::PasswordFiles &passwords);

} // namespace lockscope

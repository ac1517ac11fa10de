// SPDX-License-Identifier: MIT
// The server that a command line names: by a URL, a saved profile or the environment. With its password.
#pragma once

#include "profiles/target.h"

#include <QString>

#include <optional>

namespace lockscope {

/// What is wanted of a server.
enum class Access { Read, Write };

/// A saved profile by its name, with the password: from the file, else LOCKSCOPE_PASSWORD, else the keychain if that is
/// where the profile keeps it. Blocks for as long as the keychain may ask for permission, at most 20 s. To write to one that
/// is marked read-only no password is sought: the caller refuses (Target::readOnly).
lockcore::Result<Target> profileTarget(const QString &name, const std::optional<std::string> &passwordFile,
                                       Access access = Access::Read);

/// Where a URL leads; without one LOCKSCOPE_URL, without that the usual port of this machine. With the password.
lockcore::Result<lockcore::Endpoint> endpointFor(const std::optional<QString> &url,
                                                 const std::optional<std::string> &passwordFile);

} // namespace lockscope

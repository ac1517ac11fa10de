// SPDX-License-Identifier: MIT
// A saved connection for the commands of one test. XDG_CONFIG_HOME must be a directory of the test, and its processes must not have a
// keychain.
#pragma once

#include "ui/profiles/profile_file.h"

#include <QFile>

#include <functional>

namespace lockcore::test {

/// Saves one profile, "ours", at `endpoint`, without a password unless `change` sets one. False: it was not saved.
inline bool saveProfile(Endpoint endpoint, const std::function<void(lockscope::Profile &)> &change = {})
{
    auto profile = lockscope::newProfile();
    profile.name = QStringLiteral("ours");
    profile.endpoint = std::move(endpoint);
    profile.endpoint.password.clear();
    if (change)
        change(profile);
    const auto path = lockscope::ProfileFile::usualPath();
    QFile::remove(path);
    return path.startsWith(qEnvironmentVariable("XDG_CONFIG_HOME")) && lockscope::ProfileFile(path).put(profile);
}

} // namespace lockcore::test

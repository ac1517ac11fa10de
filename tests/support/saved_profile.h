// SPDX-License-Identifier: MIT
// A saved connection for the commands of one test. XDG_CONFIG_HOME must be in a directory of the test's own, and its processes must have no
// keychain.
#pragma once

#include "ui/profiles/profile_file.h"

#include <QFile>

#include <functional>

namespace lockcore::test {

/// Saves the only profile: "ours", at `endpoint`, without a password unless `change` says otherwise. False: not saved.
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

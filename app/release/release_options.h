// SPDX-License-Identifier: MIT
// The options of `lockscope release`, from the command line and the environment.
#pragma once

#include "app/command/options.h"
#include "lockcore/monitor/release/release.h"

namespace lockscope {

struct ReleaseOptions
{
    lockcore::Endpoint endpoint;
    lockcore::ReleaseRequest wish;
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Milliseconds timeout = usualTimeout;
    QString profile;                  ///< its name; empty: a URL is used
    bool readOnly = false;            ///< the profile is marked read-only, so nothing is released
    bool production = false;          ///< the profile is marked production: the user must type the name of the key
    std::string reason;               ///< for the audit; may be empty
    lockcore::Milliseconds observe{}; ///< how long the lock is looked at before the plan; 0: not at all
    bool yes = false;
    bool dryRun = false;
    bool watch = true;
    bool json = false;
    bool help = false;    ///< if true, the other fields are not filled in
    bool version = false; ///< as for `help`
};

/// `arguments` follow the word `release`. Error: Refused, with a sentence for the user that never contains a password.
lockcore::Result<ReleaseOptions> parseReleaseOptions(const QStringList &arguments);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The options of `lockscope release`, from the command line and the environment.
#pragma once

#include "app/command/options.h"
#include "lockcore/monitor/release/release.h"

namespace lockscope {

struct ReleaseOptions
{
    lockcore::Endpoint endpoint;
    lockcore::ReleaseWish wish;
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Milliseconds timeout = usualTimeout;
    QString profile;         ///< by its name; empty: a URL
    bool readOnly = false;   ///< the profile is marked read-only: nothing is done
    bool production = false; ///< the profile is marked production: the user must type the name of the key
    bool yes = false;
    bool dryRun = false;
    bool watch = true;
    bool json = false;
    bool help = false;    ///< the other fields are then not filled in
    bool version = false; ///< likewise
};

/// `arguments` follow the word `release`. Error: Refused, with a sentence for the user that never contains a password.
lockcore::Result<ReleaseOptions> parseReleaseOptions(const QStringList &arguments);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// What `lockscope release` is told on the command line and by the environment.
#pragma once

#include "app/options.h"
#include "monitor/release.h"

namespace lockscope {

struct ReleaseOptions
{
    lockcore::Endpoint endpoint;
    lockcore::ReleaseWish wish;
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Milliseconds timeout = usualTimeout;
    QString profile;         ///< by its name; empty: a URL
    bool readOnly = false;   ///< so is the profile marked: nothing is done
    bool production = false; ///< likewise: who is asked types the name of the key
    bool yes = false;
    bool dryRun = false;
    bool watch = true;
    bool json = false;
    bool help = false;    ///< the rest is then not filled in
    bool version = false; ///< likewise
};

/// `arguments` follow the word `release`. Refused with a sentence for the person; never one with a password in it.
lockcore::Result<ReleaseOptions> parseReleaseOptions(const QStringList &arguments);

} // namespace lockscope

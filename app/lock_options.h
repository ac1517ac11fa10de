// SPDX-License-Identifier: MIT
// What `lockscope lock` is told on the command line and by the environment.
#pragma once

#include "app/options.h"
#include "locks/catalogue.h"

namespace lockscope {

struct LockOptions
{
    const lockcore::Protocol *protocol = nullptr;
    lockcore::Bytes key;
    std::vector<lockcore::Endpoint> endpoints;
    lockcore::Lease lease; ///< none: the protocol's watchdog renews
    lockcore::Wait wait;
    lockcore::ProtocolOptions protocolOptions;
    lockcore::Milliseconds timeout = usualTimeout;
    bool keepRunning = false;
    QStringList command;
    bool help = false;    ///< the rest is then not filled in
    bool version = false; ///< likewise
};

/// `arguments` follow the word `lock`. Refused with a sentence for the person; never one with a password in it.
lockcore::Result<LockOptions> parseLockOptions(const QStringList &arguments);

} // namespace lockscope

// SPDX-License-Identifier: MIT
// The options of `lockscope lock`, from the command line and the environment.
#pragma once

#include "app/command/options.h"
#include "lockcore/locks/catalogue.h"

namespace lockscope {

struct LockOptions
{
    const lockcore::Protocol *protocol = nullptr;
    lockcore::Bytes key;
    std::vector<lockcore::Endpoint> endpoints;
    lockcore::Lease lease; ///< none: the protocol's watchdog renews the lock
    lockcore::Wait wait;
    lockcore::ProtocolOptions protocolOptions;
    lockcore::Milliseconds timeout = usualTimeout;
    bool keepRunning = false;
    QStringList command;
    bool help = false;    ///< if true, the other fields are not filled in
    bool version = false; ///< as for `help`
};

/// `arguments` follow the word `lock`. Error: Refused, with a sentence for the user that never contains a password.
lockcore::Result<LockOptions> parseLockOptions(const QStringList &arguments);

} // namespace lockscope

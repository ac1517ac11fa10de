// SPDX-License-Identifier: MIT
// A gate between one worker of the demo and its server, which holds one command back for ever. It listens on a socket in the directory of
// the demo's server, where nobody else can connect. Main thread.
#pragma once

#include "lockcore/lab/gate/gate.h"

namespace lockscope {

class DemoTrap final
{
public:
    /// `server` must be on a Unix socket in a directory of ours. The trap does not change the server.
    DemoTrap(const lockcore::Endpoint &server, lockcore::Clock &clock, lockcore::Poller &poller);

    /// Lets `good` commands of this name pass, holds the next one and then calls `spring`. Returns the endpoint that the worker must use
    /// instead of the server. Errors: Transport, as for a connection.
    lockcore::Task<lockcore::Result<lockcore::Endpoint>> set(std::string command, int good, std::function<void()> spring);

private:
    lockcore::GatedServer m_server;
    lockcore::Gate m_gate;
};

} // namespace lockscope

// SPDX-License-Identifier: MIT
// A gate on the way of one worker of the demo, which holds a command back for ever. It listens on a socket in the directory of the demo's
// server, where nobody else can connect. Main thread.
#pragma once

#include "lockcore/lab/gate/gate.h"

namespace lockscope {

class DemoTrap final
{
public:
    /// `server`: on a Unix socket in a directory of ours. Nothing of it is changed.
    DemoTrap(const lockcore::Endpoint &server, lockcore::Clock &clock, lockcore::Poller &poller);

    /// Lets `good` commands of this name pass; the next one is held, and `spring` is called. Returns where the worker's server is from now
    /// on. Errors: Transport, as of a connection.
    lockcore::Task<lockcore::Result<lockcore::Endpoint>> set(std::string command, int good, std::function<void()> spring);

private:
    lockcore::GatedServer m_server;
    lockcore::Gate m_gate;
};

} // namespace lockscope

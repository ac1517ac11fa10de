// SPDX-License-Identifier: MIT
// The demo's server: private, on a Unix socket, and also on a free port of 127.0.0.1, because a trace can tell clients apart only over TCP.
// Other users of the machine can reach that port, so the server has a random password. Main thread.
#pragma once

#include "lockcore/redis/private_server.h"

namespace lockscope {

class DemoServer final
{
public:
    /// Without a free port, it is on its Unix socket alone. Errors, blocking and `supervisor`: as PrivateServer::start().
    static lockcore::Result<std::unique_ptr<DemoServer>> start(const std::string &supervisor = {});

    lockcore::Endpoint endpoint() const; ///< the Unix socket
    lockcore::Endpoint loopback() const; ///< 127.0.0.1; without a port: the Unix socket

private:
    DemoServer(std::unique_ptr<lockcore::PrivateServer> server, std::string password, int port);

    const std::unique_ptr<lockcore::PrivateServer> m_server;
    const std::string m_password;
    const int m_port; ///< 0: none
};

} // namespace lockscope
